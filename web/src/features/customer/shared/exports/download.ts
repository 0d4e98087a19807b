import type { MessageInitShape } from "@bufbuild/protobuf";
import { ClientExportService } from "@leashline/proto/leashline/customer/v1/client_export_service_pb.js";
import type { ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import {
  type ExportIntakeSubmissionsRequestSchema,
  IntakeSubmissionService,
} from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { type ExportLeadsRequestSchema, LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { saveCsv } from "../../../../ui/save-csv.ts";

const files = clientFor(ClientExportService);
const leads = clientFor(LeadService);
const submissions = clientFor(IntakeSubmissionService);

/** The chosen clients as a file. */
export const downloadClients = (selection: MessageInitShape<typeof ClientSelectionSchema>): Promise<void> =>
  saveCsv(files.exportClients({ selection }));

/** The leads of a list as a file. */
export const downloadLeads = (asked: MessageInitShape<typeof ExportLeadsRequestSchema>): Promise<void> => saveCsv(leads.exportLeads(asked));

/** The intake forms of a list as a file, with every answer. */
export const downloadSubmissions = (asked: MessageInitShape<typeof ExportIntakeSubmissionsRequestSchema>): Promise<void> =>
  saveCsv(submissions.exportIntakeSubmissions(asked));
