import { useQuery } from "@connectrpc/connect-query";
import type { Money } from "@leashline/proto/google/type/money_pb.js";
import { type ClassBill, ClassBillService } from "@leashline/proto/leashline/order/v1/class_bill_service_pb.js";
import { type Order, OrderStatus } from "@leashline/proto/leashline/order/v1/order_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { toMinor } from "../../../ui/format/money.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { BillButton } from "./BillButton.tsx";
import { isGivenBack } from "./bill-sums.ts";

/** Who is in the class, and whose money is still here although the pet is not. */
const isShown = ({ gone, order }: ClassBill): boolean => order !== undefined && (!gone || toMinor(order.overpaid) > 0n);

type Standing = { tone: "ok" | "warn" | "plain"; label: string; act: string; amount: Money | undefined };

function standingOf({ remain, overpaid, paid, refunded, status }: Order): Standing {
  if (toMinor(overpaid) > 0n) return { tone: "warn", label: "Refund due", act: "Refund", amount: overpaid };
  if (toMinor(remain) > 0n)
    return { tone: "warn", label: toMinor(paid) > 0n ? "Partly paid" : "Not paid", act: "Check out", amount: remain };
  if (status === OrderStatus.CANCELLED) return { tone: "plain", label: "Canceled", act: "View bill", amount: undefined };
  if (isGivenBack(paid, refunded)) return { tone: "plain", label: "Refunded", act: "View bill", amount: refunded };
  return { tone: "ok", label: "Paid", act: "View bill", amount: paid };
}

/** Who has paid for a class, and who has yet to. */
export const ClassBills = ({ classId }: { classId: string }) => {
  const may = useCan("viewInvoice");
  const { data, error, refetch } = useQuery(ClassBillService.method.getClassBills, { classId }, { enabled: may });
  const bills = (data?.bills ?? []).filter(isShown);
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (bills.length === 0) return null;
  return (
    <Section title="Bills">
      <Box component="ul" aria-label="Bills" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {bills.map((bill) => (
          <Line key={bill.enrolmentId} bill={bill} />
        ))}
      </Box>
    </Section>
  );
};

const Line = ({ bill: { gone, order } }: { bill: ClassBill }) => {
  const format = useFormat();
  if (!order) return null;
  const pet = order.items[0]?.petName || order.customerName;
  const { tone, label, act, amount } = standingOf(order);
  return (
    <Box
      component="li"
      aria-label={pet}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, py: 0.75, borderBottom: 1, borderColor: "line" }}
    >
      <Box sx={{ flex: "1 1 140px", minWidth: 0 }}>
        <Typography variant="subtitle2">{pet}</Typography>
        <Typography variant="body2" color="textSecondary">
          {gone ? "No longer in the class" : `Invoice INV-${order.number}`}
        </Typography>
      </Box>
      <StatusChip tone={tone}>{label}</StatusChip>
      {amount && <Typography variant="subtitle2">{format.money(amount)}</Typography>}
      <BillButton order={order} aria-label={`${act}: ${pet}`}>
        {act}
      </BillButton>
    </Box>
  );
};
