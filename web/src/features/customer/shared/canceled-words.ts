import type { Appointment } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { toMinor } from "../../../ui/format/money.ts";
import { refundDue } from "./appointment-text.ts";

type Came = Parameters<typeof refundDue>[0] & Pick<Appointment, "refundedAmount" | "keptAmount">;
type Write = (minor: bigint) => string;

/** What became of the money of a canceled appointment: gone back, kept by the deposit policy, held until the policy acts, or due to go back. */
export function moneySaid(visit: Came, held: bigint, money: Write): string {
  const [back, kept, open] = [toMinor(visit.refundedAmount), toMinor(visit.keptAmount), refundDue(visit)];
  const parts = [
    back > 0n && `${money(back)} refunded`,
    kept > 0n && `${money(kept)} of the deposit kept`,
    held > 0n && `${money(held)} deposit held`,
    open > held && `${money(open - held)} paid: refund due`,
  ].filter(Boolean);
  return parts.length > 0 ? `. ${parts.join(", ")}` : "";
}

/** What the deposit policy does by itself after the cancellation, of what it holds. */
export function policySaid(held: bigint, returned: bigint, money: Write): string {
  const stays = held - returned;
  const acts = returned === 0n ? `keeps ${money(stays)}` : `sends ${money(returned)} back${stays > 0n ? ` and keeps ${money(stays)}` : ""}`;
  return `Your deposit policy ${acts}, ten minutes after the cancellation. Nothing of the deposit is to be refunded by hand.`;
}
