import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { messageOf } from "../../../ui/feedback/call-errors.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import type { isoToDay } from "../../../ui/format/dates.ts";
import { saveFile } from "../../../ui/save-file.ts";

const reports = clientFor(ReportService);

type Span = { startDate: ReturnType<typeof isoToDay>; endDate: ReturnType<typeof isoToDay> };

/** The report of these days as a file; what went wrong is said (growth §8). */
export const download = async ({ startDate, endDate }: Span): Promise<void> => {
  try {
    const { csv, fileName } = await reports.exportSalesReport({ ...(startDate && { startDate }), ...(endDate && { endDate }) });
    saveFile(fileName, "text/csv;charset=utf-8", csv);
  } catch (error) {
    toast.error(messageOf(error));
  }
};
