import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Date as WireDate } from "@leashline/proto/google/type/date_pb.js";
import type { MoneySchema } from "@leashline/proto/google/type/money_pb.js";
import { BatchService } from "@leashline/proto/leashline/calendar/v1/batch_service_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { isRefused, messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { dayToIso, isDay } from "../../../ui/format/dates.ts";
import { DEFAULT_CURRENCY, toMinor } from "../../../ui/format/money.ts";
import { plural } from "../../../ui/format/text.ts";
import type { useFormat } from "../../../ui/format/useFormat.ts";
import { keyOf, remember, useRepriced, type Version } from "./repriced.ts";

/** What became another: a service that cost this before, or the pricing rules. */
export type Repriced = { serviceId: string; was?: MessageInitShape<typeof MoneySchema> };
type Format = ReturnType<typeof useFormat>;

const SHOWN = 8;

const failed = (error: unknown): void => toast.error(messageOf(error));

/** After a price changed: shows what the location's visits to come would cost now, and gives them these prices if that is wanted. Otherwise they keep theirs. */
export async function offerReprice(asked: Repriced, format: Format): Promise<void> {
  try {
    await offered(asked, format);
  } catch (error) {
    failed(error);
  }
}

// Whoever may not edit visits is not asked.
const notAsked = (error: unknown) => {
  if (isRefused(error)) return undefined;
  throw error;
};

/** Takes back what visits got, as long as nobody changed them since; afterwards the new price is offered again. */
export async function takeBackReprice(serviceId: string, changes: readonly Version[]): Promise<void> {
  try {
    await clientFor(SeriesService).undoSeriesChange({ changes: [...changes] });
    useRepriced.setState(({ kept }) => {
      const { done: _, ...rest } = kept[keyOf(serviceId)] ?? { offered: true };
      return { kept: { ...kept, [keyOf(serviceId)]: { ...rest, offered: true } } };
    });
    toast.success("The visits are back at their old price");
  } catch (error) {
    failed(error);
  }
}

async function offered(asked: Repriced, format: Format): Promise<void> {
  const batch = clientFor(BatchService);
  const found = await batch.previewReprice(asked).catch(notAsked);
  if (!found || found.rows.length === 0) return remember(asked.serviceId, { offered: false });
  const { was } = asked;
  remember(asked.serviceId, {
    offered: true,
    ...(was && { was: toMinor(was).toString(), currency: was.currencyCode ?? DEFAULT_CURRENCY }),
  });
  const visits = plural(found.rows.length, "future visit");
  const day = (date: WireDate | undefined) => (isDay(date) ? format.shortDay(dayToIso(date)) : "");
  const lines = found.rows.map(
    (row) =>
      `${[day(row.date), `${row.customerFirstName} ${row.customerLastName}`.trim()].filter(Boolean).join(" · ")}: ${format.money(row.price)} → ${format.money(row.newPrice)}`,
  );
  const rest = lines.length - SHOWN;
  const wanted = await confirm({
    title: `Use the new price for ${found.more ? "the next " : ""}${visits}?`,
    body: "These visits at this location keep the price they were booked at unless you change it here. Prices set by hand and visits with a payment don’t change.",
    lines: rest > 0 ? [...lines.slice(0, SHOWN), `and ${rest} more`] : lines,
    action: `Use the new price for ${visits}`,
    cancel: "Keep the booked prices",
  });
  if (!wanted) return;
  const targets = found.rows.map(({ appointmentId, version }) => ({ appointmentId, version }));
  const { appointments } = await batch.batchReprice({ ...asked, targets });
  const changes = appointments.map(({ id, version }) => ({ id, version }));
  if (changes.length === 0) return;
  remember(asked.serviceId, { offered: found.more, done: { at: Date.now(), changes } });
  toast.success(`${plural(changes.length, "visit")} at the new price`, { undo: () => void takeBackReprice(asked.serviceId, changes) });
}
