import { useQuery } from "@connectrpc/connect-query";
import { AppointmentStatus, PaymentStatus } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { OrderService } from "@leashline/proto/leashline/order/v1/order_service_pb.js";
import Button from "@mui/material/Button";
import { useCan } from "../../../../app/session/session.ts";
import { nowIn } from "../../../../ui/format/dates.ts";
import { fromMinor, toMinor } from "../../../../ui/format/money.ts";
import { usePreferences } from "../../../../ui/format/preferences.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { useQueryChange } from "../../../../ui/links/over.ts";
import { refundDue } from "../../../customer/shared/appointment-text.ts";
import { isGivenBack } from "../../../order/shared/bill-sums.ts";
import { useDebit } from "../../../payment/shared/ach/useDebit.ts";
import { useReturnAhead } from "../../../payment/shared/useReturnAhead.ts";
import { strongOf } from "../../shared/status.ts";
import type { Appointment } from "../../shared/types.ts";
import { useStatus } from "../../shared/useStatus.ts";
import { nextOf } from "../../shared/walks/walk.ts";

/** At most two buttons: the next step of the day, and the one that takes the money, of which the one is strong whose turn it is. */
export const AppointmentActions = ({ appointment }: { appointment: Appointment }) => {
  const format = useFormat();
  const { open } = useQueryChange();
  const mayEdit = useCan("createAndEditTicket");
  const mayCharge = useCan("takePayment");
  const status = useStatus(appointment);
  const order = useQuery(
    OrderService.method.getOrderByAppointment,
    { appointmentId: appointment.id },
    { meta: { quiet: true }, retry: 5, retryDelay: 300 },
  ).data?.order;
  const next = nextOf(appointment);
  const cancelled = appointment.status === AppointmentStatus.CANCELLED;
  const { debit, isAll } = useDebit(order);
  const owed = order && toMinor(order.remain) > 0n && !isAll;
  const checkout = () => open({ checkout: appointment.id });
  const strong = strongOf(appointment, nowIn(usePreferences().zone).date, mayEdit);
  const held = useReturnAhead(appointment)?.held ?? 0n;
  const payable = owed && mayCharge && !cancelled;
  return (
    <>
      {next && mayEdit && (
        <Button
          {...(strong === "step" ? { variant: "contained", color: "primary" } : { variant: "outlined" })}
          size="large"
          onClick={() => status.go(next.to)}
          loading={status.pending}
          sx={{ flex: 1 }}
        >
          {next.label}
        </Button>
      )}
      {payable ? (
        <Button variant={strong === "bill" ? "contained" : "outlined"} color="primary" size="large" onClick={checkout} sx={{ flex: 1.3 }}>
          Check out {format.money(fromMinor(toMinor(order.remain) - toMinor(debit), order.remain?.currencyCode))}
        </Button>
      ) : (
        order && (
          <Button variant="outlined" size="large" onClick={checkout} sx={{ flex: 1 }}>
            {isAll
              ? "Debit under way · see invoice"
              : refundDue(appointment) > held
                ? "Refund due · see invoice"
                : cancelled
                  ? "See invoice"
                  : isGivenBack(order.paid, order.refunded)
                    ? "Refunded · see invoice"
                    : appointment.paymentStatus === PaymentStatus.PAID
                      ? "Paid · see invoice"
                      : "See invoice"}
          </Button>
        )
      )}
    </>
  );
};
