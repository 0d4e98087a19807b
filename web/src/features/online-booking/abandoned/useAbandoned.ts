import { useMutation } from "@connectrpc/connect-query";
import { AbandonedBookingService, type AbandonStatus } from "@leashline/proto/leashline/online_booking/v1/abandoned_booking_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { refreshDomains } from "../../../app/calls/refresh.ts";
import { clientFor } from "../../../app/calls/transport.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { plural } from "../../../ui/format/text.ts";
import { saveCsv } from "../../../ui/save-csv.ts";
import type { filtersOf } from "./abandoned-words.ts";

const { method } = AbandonedBookingService;
const records = clientFor(AbandonedBookingService);

/** The list as a file. */
export const download = (filters: ReturnType<typeof filtersOf>): Promise<void> => saveCsv(records.exportAbandonedBookings(filters));

/** What is done to one or several of those who left. */
export const useAbandoned = (onDone: () => void) => {
  const queries = useQueryClient();
  const onSettled = () => refreshDomains(queries, "online_booking", "customer");
  const adding = useMutation(method.bulkAddAbandonedClients, { onSettled });
  const deleting = useMutation(method.bulkDeleteAbandonedBookings, { onSettled });
  const marking = useMutation(method.updateAbandonedBooking, { onSettled });
  // A failed call has said so in a toast.
  const run = (work: Promise<void>) => void work.catch(() => {});
  const add = (bookingFlowIds: string[]) =>
    run(
      adding.mutateAsync({ bookingFlowIds }).then(({ added, leftOut }) => {
        const rest = leftOut > 0 ? `. ${leftOut} left out: already clients, or no full name` : "";
        toast.success(`${plural(added, "client")} added${rest}`);
        onDone();
      }),
    );
  const remove = async (bookingFlowIds: string[]) => {
    const what = plural(bookingFlowIds.length, "abandoned booking");
    if (!(await confirm({ title: `Delete ${what}?`, body: "This can't be undone.", action: "Delete", danger: true }))) return;
    run(
      deleting.mutateAsync({ bookingFlowIds }).then(({ deleted }) => {
        toast.success(`${plural(deleted, "abandoned booking")} deleted`);
        onDone();
      }),
    );
  };
  const mark = (bookingFlowId: string, abandonStatus: AbandonStatus, version: number) =>
    marking.mutate({ bookingFlowId, abandonStatus, version });
  return { add, remove, mark, busy: adding.isPending || deleting.isPending || marking.isPending };
};
