import type { AskedDeposit as Deposit } from "@leashline/proto/leashline/online_booking/v1/appointment_link_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { toMinor } from "../../ui/format/money.ts";
import { type Business, formatFor } from "./page.ts";

/** The deposit that is asked for ahead, and where it is paid. */
export const AskedDeposit = ({ business, deposit }: { business: Business; deposit: Deposit }) => {
  const { money } = formatFor(business);
  const { amount, due, payUrl } = deposit;
  if (toMinor(due) === 0n) return <Typography color="textSecondary">The deposit of {money(amount)} is paid. Thank you!</Typography>;
  const isPart = toMinor(due) < toMinor(amount);
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <Typography>
        A deposit of {money(amount)} is asked for{isPart && `, of which ${money(due)} is still to be paid`}.
        {!payUrl && ` Please call ${business.businessName} to pay it.`}
      </Typography>
      {payUrl && (
        <Button variant="contained" color="primary" size="large" href={payUrl} sx={{ minHeight: 50 }}>
          Pay the deposit of {money(due)}
        </Button>
      )}
    </Box>
  );
};
