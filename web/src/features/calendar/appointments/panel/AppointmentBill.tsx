import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus, NoShow } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { AddedItself } from "../../../offering/shared/AddedItself.tsx";
import { beforeRefunds, chargesOn, reducedWords, rowsAfterTotal, type SumRow, taxWord } from "../../../order/shared/bill-sums.ts";
import { Deposit } from "../../../order/shared/Deposit.tsx";
import { NoShowFee } from "../../../order/shared/no-show/NoShowFee.tsx";
import { useDebit } from "../../../payment/shared/ach/useDebit.ts";
import { PayLinkButton } from "../../../payment/shared/PayLinkButton.tsx";
import type { Appointment } from "../../shared/types.ts";

export const Section = ({ children }: { children: React.ReactNode }) => (
  <Box sx={{ px: 2.25, py: 1.75, borderBottom: 1, borderColor: "lineSoft" }}>{children}</Box>
);

const Sum = ({ label, value, tone }: { label: string; value: string; tone?: string | undefined }) => (
  <Box sx={{ display: "flex", justifyContent: "space-between", py: 0.375 }}>
    <Typography color="textSecondary">{label}</Typography>
    <Typography sx={{ color: tone }}>{value}</Typography>
  </Box>
);

/** What a visit comes to; of one that did not take place, the fee for it. */
export const Bill = ({ appointment }: { appointment: Appointment }) => (
  <>
    <Sums appointment={appointment} />
    {appointment.status === AppointmentStatus.CANCELLED && (
      <Section>
        <NoShowFee
          visit={{
            id: appointment.id,
            businessId: appointment.businessId,
            customerId: appointment.customerId,
            isNoShow: appointment.noShow === NoShow.NO_SHOW,
          }}
        />
      </Section>
    )}
  </>
);

/** The order's sums; they follow the visit within a moment of a change. */
const Sums = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  const { data } = useQuery(
    OrderService.method.getOrderByAppointment,
    { appointmentId: appointment.id },
    { meta: { quiet: true }, retry: 5, retryDelay: 300 },
  );
  const order = data?.order;
  const { debit, isAll } = useDebit(order);
  if (!order) return null;
  const { discount, tax, tips, reduced } = beforeRefunds(order);
  const write = (minor: bigint) => format.money(fromMinor(minor, order.total?.currencyCode));
  const charges = chargesOn(order);
  const rows: SumRow[] = [
    ...[
      { label: "Discount", minor: -discount },
      { label: taxWord(order), minor: tax },
      { label: "Tip", minor: tips },
      { label: reducedWords(order, format.money), minor: -reduced },
    ].filter(({ minor }) => minor !== 0n),
    ...rowsAfterTotal(order),
  ];
  return (
    <Section>
      {order.appointmentDiffers && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          The appointment changed after its invoice was closed. Reopen the invoice to update it.
        </Alert>
      )}
      <Sum label="Services" value={write(charges.reduce((left, line) => left - toMinor(line.totalPrice), toMinor(order.subTotal)))} />
      {charges.map((line) => (
        <Box key={line.orderLineItemId} role="group" aria-label={line.name}>
          <Sum label={line.quantity > 1 ? `${line.name} × ${line.quantity}` : line.name} value={format.money(line.totalPrice)} />
          {line.autoApplied && <AddedItself line={line} />}
        </Box>
      ))}
      {rows.map((row) => (
        <Sum
          key={row.label}
          label={row.label}
          value={`${row.minor < 0n ? "−" : ""}${write(row.minor < 0n ? -row.minor : row.minor)}`}
          tone={row.tone}
        />
      ))}
      <Box sx={{ display: "flex", justifyContent: "space-between", pt: 1 }}>
        <Typography variant="subtitle1" sx={{ fontWeight: 650 }}>
          To pay
        </Typography>
        <Typography variant="subtitle1" sx={{ fontWeight: 650 }}>
          {format.money(order.remain)}
        </Typography>
      </Box>
      {debit && (
        <Alert severity="info" sx={{ mt: 1 }}>
          Bank debit of {format.money(debit)} under way. {isAll ? "Nothing else is to be taken." : "The rest can be taken now."}
        </Alert>
      )}
      {!isAll && (
        <Box sx={{ pt: 1 }}>
          <PayLinkButton order={order} />
          <Deposit order={order} />
        </Box>
      )}
    </Section>
  );
};
