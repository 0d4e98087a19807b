import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshDomains } from "../../../../app/calls/refresh.ts";
import { useCan } from "../../../../app/session/session.ts";
import { fromMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import type { ClientDetail } from "../../../customer/shared/types.ts";
import { CreditForm } from "./CreditForm.tsx";
import { CreditHistory } from "./CreditHistory.tsx";
import { useCredit } from "./useCredit.ts";

/** /client/:customerId/availableCredit: what the client can pay with, and where it came from. */
export const AvailableCredit = ({ detail }: { detail: ClientDetail }) => {
  const format = useFormat();
  const { currencyCode } = usePreferences();
  const queries = useQueryClient();
  const customerId = detail.client?.customerId ?? "";
  const may = useCan("refund");
  const balance = useCredit(customerId);
  const [act, setAct] = useState<"give" | "take">();
  const refresh = () => void refreshDomains(queries, "payment", "customer");
  return (
    <Box sx={{ display: "grid", gap: 1.5 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <Typography variant="h2" component="p" sx={{ flex: 1 }}>
          {balance !== undefined && (
            <>
              {format.money(fromMinor(balance, currencyCode))} <span>available</span>
            </>
          )}
        </Typography>
        {may && balance !== undefined && balance > 0n && (
          <Button variant="outlined" onClick={() => setAct("take")}>
            Take back
          </Button>
        )}
        {may && !detail.client?.deleted && (
          <Button variant="contained" color="primary" onClick={() => setAct("give")}>
            Give credit
          </Button>
        )}
      </Box>
      <CreditHistory customerId={customerId} onChanged={refresh} />
      {act && balance !== undefined && (
        <CreditForm customerId={customerId} act={act} balance={balance} onClose={() => setAct(undefined)} onSaved={refresh} />
      )}
    </Box>
  );
};
