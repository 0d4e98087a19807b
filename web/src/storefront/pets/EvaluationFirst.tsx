import { Notice } from "../../ui/plain/Notice.tsx";
import type { Lacking } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { changeKind } from "./changes.ts";
import { evaluateFirst } from "./evaluate-first.ts";

/** Why the request was not taken, and what to book instead. */
const EvaluationFirst = ({ lacking, shop }: { lacking: Lacking; shop: Shop }) => {
  const { message, evaluationServiceId, evaluationName } = lacking;
  const offered = shop.services.some(({ serviceId }) => serviceId === evaluationServiceId);
  const gated = shop.services.filter((one) => one.evaluationServiceId === evaluationServiceId).map(({ serviceId }) => serviceId);
  return (
    <Notice>
      {message} {offered ? "Already passed it? Please call us." : "Please call us to book it."}
      <div className="ll-instead">
        {offered && (
          <button
            type="button"
            className="ll-press"
            onClick={() => {
              changeKind("visit");
              evaluateFirst(lacking, new Set(gated), shop);
            }}
          >
            Book {evaluationName} instead
          </button>
        )}
        {shop.phoneNumber && <a href={`tel:${shop.phoneNumber}`}>{formatOf(shop).phone(shop.phoneNumber)}</a>}
      </div>
    </Notice>
  );
};

export default EvaluationFirst;
