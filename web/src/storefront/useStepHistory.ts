import { useEffect } from "react";
import { useNavigationType, useSearchParams } from "react-router";
import { mayGo, type Step, steps, useDraft } from "./draft.ts";
import { isLedHere } from "./place/place.ts";

/** Each step is a place of its own: the phone's back key leads to the question before, not away from the shop. */
export const useStepHistory = (): Step => {
  const step = useDraft((draft) => draft.step);
  const [query, setQuery] = useSearchParams();
  const how = useNavigationType();
  const named = steps.find((one) => one === query.get("step")) ?? "pets";
  useEffect(() => {
    const draft = useDraft.getState();
    if (how === "POP" && named !== draft.step && mayGo(draft, named)) useDraft.setState({ step: named });
  }, [how, named]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step that was taken here writes the address
  useEffect(() => {
    if (named === step) return;
    window.scrollTo(0, 0);
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (step === "pets") after.delete("step");
        else after.set("step", step);
        return after;
      },
      { replace: step === "done" || isLedHere(useDraft.getState(), named) },
    );
  }, [step]);
  return step;
};
