import { useEffect } from "react";
import { useDraft } from "../draft.ts";
import { useQueryText } from "../shop/address.ts";
import { readProgress } from "./progress-api.ts";
import { resumed } from "./resumed.ts";

const TRIES = [1, 2];

/** The second try is for a line that broke. */
const kept = async (page: string, resumeToken: string) => {
  for (const nth of TRIES) {
    try {
      return await readProgress(page, resumeToken);
    } catch {
      if (nth < TRIES.length) await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
  return undefined;
};

/** Who comes by the link of a recovery message goes on where they stopped; one that opens nothing any more begins anew. True while that is looked up. */
export const useResume = (page: string): boolean => {
  const [query, setQuery] = useQueryText();
  const resumeToken = query.get("resume");
  useEffect(() => {
    if (resumeToken === null) return;
    let left = false;
    void kept(page, resumeToken).then((progress) => {
      if (left) return;
      const draft = progress && resumed(page, progress);
      if (draft) useDraft.setState(draft, true);
      setQuery(new URLSearchParams(draft && draft.step !== "pets" ? { step: draft.step } : {}), { replace: true });
    });
    return () => {
      left = true;
    };
  }, [resumeToken, page, setQuery]);
  return resumeToken !== null;
};
