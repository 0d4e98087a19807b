import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { fromMinor } from "../../../../../ui/format/money.ts";
import { usePreferences } from "../../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../../ui/format/useFormat.ts";
import { PriceParts } from "../../../../../ui/prices/PriceParts.tsx";
import { shownPart } from "../../../../../ui/prices/price-parts.ts";
import { useSold } from "../../../../offering/shared/useServices.ts";
import type { DraftLine } from "../draft.ts";
import type { Draft } from "../useBooking.ts";
import { useRuled } from "./useRuled.ts";

/** The services of a pet whose price rules change, with how: what costs what its chip says is not repeated. */
export const RuledLines = ({ draft, lines }: { draft: Draft; lines: readonly DraftLine[] }) => {
  const ruled = useRuled(draft);
  const services = useSold().data?.services;
  const format = useFormat();
  const { currencyCode } = usePreferences();
  return lines.map((line) => {
    const priced = ruled.get(line);
    if (!priced) return null;
    return (
      <Box key={line.serviceId} sx={{ mt: 1 }}>
        <Box sx={{ display: "flex", justifyContent: "space-between", gap: 1 }}>
          <Typography variant="subtitle2">{services?.find(({ id }) => id === line.serviceId)?.name}</Typography>
          <Typography variant="subtitle2">{format.money(fromMinor(priced.total, currencyCode))}</Typography>
        </Box>
        <PriceParts parts={priced.parts.map((part) => shownPart(part, currencyCode))} />
      </Box>
    );
  });
};
