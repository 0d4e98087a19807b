import { ReportService } from "@leashline/proto/leashline/reporting/v1/report_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import type { isoToDay } from "../../../ui/format/dates.ts";
import { saveCsv } from "../../../ui/save-csv.ts";

const reports = clientFor(ReportService);

type Span = { startDate: ReturnType<typeof isoToDay>; endDate: ReturnType<typeof isoToDay> };

/** The report of these days as a file. */
export const download = ({ startDate, endDate }: Span): Promise<void> =>
  saveCsv(reports.exportSalesReport({ ...(startDate && { startDate }), ...(endDate && { endDate }) }));
