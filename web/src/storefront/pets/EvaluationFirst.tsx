import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import { useDraft } from "../draft.ts";
import { formatOf } from "../format.ts";
import type { Shop } from "../types.ts";
import { changeKind, evaluateFirst } from "./changes.ts";

/** Why the request was not taken, and what to book instead. */
export const EvaluationFirst = ({ shop }: { shop: Shop }) => {
  const lacking = useDraft((draft) => draft.lacking);
  if (!lacking) return null;
  const { message, evaluationServiceId, evaluationName } = lacking;
  const offered = shop.services.some(({ serviceId }) => serviceId === evaluationServiceId);
  const gated = shop.services.filter((one) => one.evaluationServiceId === evaluationServiceId).map(({ serviceId }) => serviceId);
  return (
    <Alert severity="info">
      {message} {offered ? "Already passed it? Please call us." : "Please call us to book it."}
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, mt: 1, alignItems: "center" }}>
        {offered && (
          <Button
            variant="outlined"
            sx={{ minHeight: 44 }}
            onClick={() => {
              changeKind("visit");
              evaluateFirst(lacking, new Set(gated));
            }}
          >
            Book {evaluationName} instead
          </Button>
        )}
        {shop.phoneNumber && (
          <Link href={`tel:${shop.phoneNumber}`} sx={{ py: 0.75 }}>
            {formatOf(shop).phone(shop.phoneNumber)}
          </Link>
        )}
      </Box>
    </Alert>
  );
};
