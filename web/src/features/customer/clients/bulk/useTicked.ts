import { useState } from "react";
import { type ListState, nothingTicked, type Ticked } from "../list-query.ts";

/** What is ticked of the list that is shown: "all of it" means nothing for another list, however the address came to name that one. */
export const useTicked = ({ q, status, f }: ListState): [Ticked, (ticked: Ticked) => void] => {
  const shown = JSON.stringify([q, status, f]);
  const [of, setOf] = useState(shown);
  const [ticked, setTicked] = useState(nothingTicked);
  if (of !== shown) {
    setOf(shown);
    setTicked(nothingTicked);
  }
  return [of === shown ? ticked : nothingTicked, setTicked];
};
