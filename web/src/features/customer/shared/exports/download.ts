import type { MessageInitShape } from "@bufbuild/protobuf";
import { ClientExportService } from "@leashline/proto/leashline/customer/v1/client_export_service_pb.js";
import type { ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import {
  type ExportIntakeSubmissionsRequestSchema,
  IntakeSubmissionService,
} from "@leashline/proto/leashline/customer/v1/intake_submission_service_pb.js";
import { type ExportLeadsRequestSchema, LeadService } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { clientFor } from "../../../../app/calls/transport.ts";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { saveFile } from "../../../../ui/save-file.ts";

const files = clientFor(ClientExportService);
const leads = clientFor(LeadService);
const submissions = clientFor(IntakeSubmissionService);

/** What went wrong is said, and what does not fit into one file. */
const save = async (made: Promise<{ csv: string; fileName: string; isCut?: boolean }>): Promise<void> => {
  try {
    const { csv, fileName, isCut } = await made;
    saveFile(fileName, "text/csv;charset=utf-8", csv);
    if (isCut) toast.warning("There was more than fits into one file: rows at the end are missing. Narrow the list to get them.");
  } catch (error) {
    toast.error(messageOf(error));
  }
};

/** The chosen clients as a file. */
export const downloadClients = (selection: MessageInitShape<typeof ClientSelectionSchema>): Promise<void> =>
  save(files.exportClients({ selection }));

/** The leads of a list as a file. */
export const downloadLeads = (asked: MessageInitShape<typeof ExportLeadsRequestSchema>): Promise<void> => save(leads.exportLeads(asked));

/** The intake forms of a list as a file, with every answer. */
export const downloadSubmissions = (asked: MessageInitShape<typeof ExportIntakeSubmissionsRequestSchema>): Promise<void> =>
  save(submissions.exportIntakeSubmissions(asked));
