import { useEffect, useRef, useState } from "react";
import { isAborted, messageOf } from "../../ui/feedback/call-errors.ts";
import type { Way } from "./pieces.ts";

/** One upload at a time, with how far it is and a way to give it up. Leaving the screen gives it up, too. */
export const useUpload = <T>(upload: (file: File, way: Way) => Promise<T>, onDone: (stored: T) => void) => {
  const running = useRef<AbortController>(undefined);
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => running.current?.abort(), []);

  const start = async (file: File) => {
    const stop = new AbortController();
    running.current?.abort();
    running.current = stop;
    setProblem(undefined);
    setShare(0);
    try {
      const stored = await upload(file, { signal: stop.signal, onShare: setShare });
      if (!stop.signal.aborted) onDone(stored);
    } catch (error) {
      if (!stop.signal.aborted && !isAborted(error)) setProblem(messageOf(error));
    } finally {
      if (running.current === stop) setShare(undefined);
    }
  };
  const cancel = () => running.current?.abort();
  return { start, cancel, share, problem, setProblem };
};
