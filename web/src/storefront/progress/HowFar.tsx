import { type Step, useDraft } from "../draft.ts";
import { asksPlace } from "../place/place.ts";
import type { Shop } from "../types.ts";
import "../steps/steps.css";

const order: readonly Step[] = ["pets", "time", "you"];
const walkOrder: readonly Step[] = ["pets", "place", "time", "you"];

/** Which of the questions this is; where somebody comes to the client there is one more. */
export const HowFar = ({ step, shop }: { step: Step; shop: Shop }) => {
  const asked = useDraft((draft) => asksPlace(draft, shop)) ? walkOrder : order;
  if (step === "done") return null;
  // The code, what is signed and the card belong to the last question.
  const own = asked.indexOf(step);
  const at = own < 0 ? asked.length - 1 : own;
  return (
    <div
      className="ll-far"
      role="progressbar"
      aria-valuemin={1}
      aria-valuemax={asked.length}
      aria-valuenow={at + 1}
      aria-label={`Step ${at + 1} of ${asked.length}`}
    >
      {asked.map((one, index) => (
        <span key={one} className={index <= at ? "ll-past" : undefined} />
      ))}
    </div>
  );
};
