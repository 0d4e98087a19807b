import { type KeyboardEvent, useState } from "react";

/**
 * What stood in a field when somebody came to write in it stays until they write or leave: a proposal that arrives meanwhile does not mix with their keys.
 * Enter shows what came in between before it sends anything.
 */
export const useMet = (stands: string) => {
  const [met, setMet] = useState<string>();
  const forget = () => setMet(undefined);
  return {
    shown: met ?? stands,
    come: () => setMet(stands),
    forget,
    entered: (event: KeyboardEvent) => {
      if (event.key !== "Enter") return;
      if (met !== undefined && met !== stands) event.preventDefault();
      forget();
    },
  };
};
