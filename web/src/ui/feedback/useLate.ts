import { useEffect, useState } from "react";

/**
 * True when something has been under way for a while. What stood on the page before may stay until then, so that a quick answer makes nothing flicker;
 * afterwards it would be read as the answer.
 */
export const useLate = (waiting: boolean, afterMs = 250): boolean => {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waiting, afterMs]);
  return waiting && late;
};
