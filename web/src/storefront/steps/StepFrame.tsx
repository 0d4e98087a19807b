import type { FormEvent, ReactNode } from "react";
import "../../ui/plain/plain.css";
import "./steps.css";

type Props = {
  title: string;
  lead?: ReactNode;
  onBack?: () => void;
  onNext: () => void;
  /** Names the effect, for example "Continue · 11:00 held for 9:41". */
  next: string;
  missing: string | undefined;
  pending?: boolean;
  aside?: ReactNode;
  children: ReactNode;
};

/** One question on a page; the strong button stays within reach of the thumb. */
export const StepFrame = ({ title, lead, onBack, onNext, next, missing, pending = false, aside, children }: Props) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!missing && !pending) onNext();
  };
  return (
    <form noValidate onSubmit={submit} className="ll-step">
      <div className="ll-asked">
        <h2 className="ll-display">{title}</h2>
        {lead && <p className="ll-text ll-soft">{lead}</p>}
        <div className="ll-answers">{children}</div>
      </div>
      <div className="ll-foot">
        {aside}
        <div>
          {onBack && (
            <button type="button" className="ll-press ll-large" onClick={onBack}>
              Back
            </button>
          )}
          <button
            type="submit"
            className="ll-press ll-main ll-large ll-wide"
            disabled={missing !== undefined || pending}
            aria-busy={pending}
          >
            {missing ?? next}
          </button>
        </div>
      </div>
    </form>
  );
};
