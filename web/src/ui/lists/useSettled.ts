import { useEffect, useState } from "react";

/** The value once it has not changed for a moment: what is typed is looked up when the typist pauses. */
export const useSettled = <T>(value: T, ms = 120): T => {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
};
