import { useEffect } from "react";
import { mayGo, type Step, steps, useDraft } from "./draft.ts";
import { isLedHere } from "./place/place.ts";
import { cameByKeys, useQueryText } from "./shop/address.ts";

/** Each step is a place of its own: the phone's back key leads to the question before, not away from the shop. */
export const useStepHistory = (): Step => {
  const step = useDraft((draft) => draft.step);
  const [query, setQuery] = useQueryText();
  const named = steps.find((one) => one === query.get("step")) ?? "pets";
  useEffect(() => {
    const draft = useDraft.getState();
    if (cameByKeys() && named !== draft.step && mayGo(draft, named)) useDraft.setState({ step: named });
  }, [named]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step that was taken here writes the address
  useEffect(() => {
    if (named === step) return;
    window.scrollTo(0, 0);
    const after = new URLSearchParams(query);
    if (step === "pets") after.delete("step");
    else after.set("step", step);
    setQuery(after, { replace: step === "done" || isLedHere(useDraft.getState(), named) });
  }, [step]);
  return step;
};
