import { Wait } from "../../ui/plain/Wait.tsx";
import "../../ui/plain/plain.css";
import "../steps/steps.css";

/** A step of the page that is on its way. */
export const Loading = () => (
  <div aria-busy="true" role="status" aria-label="Loading" className="ll-coming">
    <Wait height={44} />
    <Wait height={120} />
    <Wait height={120} />
  </div>
);
