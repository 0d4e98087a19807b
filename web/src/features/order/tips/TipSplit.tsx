import { useQuery } from "@connectrpc/connect-query";
import type { Order } from "@leashline/proto/leashline/order/v1/order_pb.js";
import { type TipSplit as Split, TipSplitService } from "@leashline/proto/leashline/order/v1/tip_split_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useCan } from "../../../app/session/session.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { severalStaff } from "../shared/bill-sums.ts";
import { TipSplitForm } from "./TipSplitForm.tsx";

/** Who gets how much of the tip, when several people worked for it. */
export const TipSplit = ({ order, refresh }: { order: Order; refresh: () => Promise<void> }) => {
  const format = useFormat();
  const mayChange = useCan("tipSplit");
  const [changing, setChanging] = useState(false);
  const asks = severalStaff(order.items) && toMinor(order.tips) > 0n;
  const split = useQuery(TipSplitService.method.getTipSplit, { orderId: order.id }, { enabled: asks }).data?.tipSplit;
  if (!asks || !split) return null;
  return (
    <Box component="section" aria-label="Tip split" sx={{ "@media print": { display: "none" } }}>
      <Box sx={{ display: "flex", alignItems: "center" }}>
        <Typography variant="overline" color="textSecondary" sx={{ flex: 1 }}>
          Tip split
        </Typography>
        {mayChange && !changing && (
          <Button size="small" onClick={() => setChanging(true)}>
            Change the split
          </Button>
        )}
      </Box>
      {changing ? (
        <TipSplitForm order={order} known={split} refresh={refresh} onDone={() => setChanging(false)} />
      ) : (
        <Typography>
          {sharesOf(split)
            .map(({ name, amount }) => `${name} ${format.money(amount)}`)
            .join(" · ")}
        </Typography>
      )}
    </Box>
  );
};

const sharesOf = ({ staffTipAmountList, businessTipAmount }: Split) => [
  ...staffTipAmountList.map(({ staffName, amount }) => ({ name: staffName, amount })),
  ...(toMinor(businessTipAmount) > 0n ? [{ name: "Business", amount: businessTipAmount }] : []),
];
