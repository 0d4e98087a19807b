import { useEffect, useState } from "react";
import type { Shop } from "../types.ts";
import { choiceAt, keepChoice } from "./choice.ts";
import { measure, stopMeasuring } from "./measure.ts";
import "./consent.css";

type Props = { shop: Pick<Shop, "bookOnlineName" | "businessName">; analyticsId: string };

/** One line below the page of a shop that counts its visits: nothing is loaded from Google before somebody says yes. */
export const Consent = ({ shop: { bookOnlineName: name, businessName }, analyticsId }: Props) => {
  const [choice, setChoice] = useState(() => choiceAt(name));
  useEffect(() => {
    if (choice === "yes") measure(analyticsId, name);
    if (choice === "no") stopMeasuring(analyticsId, name);
  }, [choice, analyticsId, name]);
  const choose = (next: "yes" | "no") => () => {
    keepChoice(name, next);
    setChoice(next);
  };
  return (
    <aside className="ll-consent" aria-label="Visit counts">
      <p className="ll-small ll-soft" aria-live="polite">
        {choice === undefined &&
          `May ${businessName} count your visit with Google Analytics? Google then knows that you opened this page. Booking works either way.`}
        {choice === "yes" && "Your visit is counted with Google Analytics."}
        {choice === "no" && "Your visit is not counted."}
      </p>
      {choice !== "yes" && (
        <button type="button" className="ll-press" onClick={choose("yes")}>
          Allow
        </button>
      )}
      {choice !== "no" && (
        <button type="button" className="ll-press" onClick={choose("no")}>
          {choice === "yes" ? "Stop" : "No thanks"}
        </button>
      )}
    </aside>
  );
};
