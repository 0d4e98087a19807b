import { useMutation } from "@connectrpc/connect-query";
import type { RepeatModifyType } from "@leashline/proto/leashline/calendar/v1/appointment_pb.js";
import { SeriesService } from "@leashline/proto/leashline/calendar/v1/series_service_pb.js";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { plural } from "../../../ui/format/text.ts";
import { useManyActs } from "../shared/several/useManyActs.ts";
import type { Appointment } from "../shared/types.ts";

export const visits = (count: number): string => plural(count, "visit");

/** One change or cancellation for several appointments of a series. */
export const useSeriesActs = ({ id: appointmentId, version }: Appointment, type: RepeatModifyType, onDone: () => void) => {
  const quiet = { meta: { quiet: true } };
  const change = useMutation(SeriesService.method.changeSeries, quiet);
  const cancel = useMutation(SeriesService.method.cancelSeries, quiet);
  const act = useManyActs();
  type To = { startTime?: number; staffId: string; moveDays: number };
  return {
    pending: change.isPending || cancel.isPending,
    change: async (to: To): Promise<boolean> => {
      const done = await act(
        (override) => change.mutateAsync({ appointmentId, version, type, ...to, ...(override && { override }) }),
        (count) => `${visits(count)} changed`,
      );
      if (done) onDone();
      return done;
    },
    cancel: async (count: number): Promise<void> => {
      const sure = await confirm({
        title: `Cancel ${visits(count)}?`,
        body: "The client is told of the first one. You can undo this for ten minutes.",
        action: `Cancel ${visits(count)}`,
        danger: true,
      });
      if (
        sure &&
        (await act(
          () => cancel.mutateAsync({ appointmentId, version, type }),
          (done) => `${visits(done)} canceled`,
        ))
      )
        onDone();
    },
  };
};
