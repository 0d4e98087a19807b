import { useQuery } from "@connectrpc/connect-query";
import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { DepositRuleService } from "@leashline/proto/leashline/payment/v1/deposit_rule_service_pb.js";
import { useCan } from "../../../app/session/session.ts";
import { toMinor } from "../../../ui/format/money.ts";
import { refundDue } from "../../customer/shared/appointment-text.ts";

/** What the deposit policy does by itself ten minutes after the cancellation; undefined where staff decide, or it is done. */
export const useReturnAhead = (appointment: Appointment) => {
  const enabled = useCan("viewInvoice") && refundDue(appointment) > 0n && toMinor(appointment.keptAmount) === 0n;
  const asked = { ticketId: appointment.id };
  const { data } = useQuery(DepositRuleService.method.previewDepositReturn, asked, { enabled, meta: { quiet: true } });
  return enabled && data?.held && data.byPolicy ? { held: toMinor(data.held), returned: toMinor(data.returned) } : undefined;
};
