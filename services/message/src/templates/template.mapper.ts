import type { MessageInitShape } from "@bufbuild/protobuf";
import { toTimestamp } from "@leashline/kit";
import type { MessageTemplateSchema } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import type { TemplateRow } from "./template.store.ts";

export const toTemplate = (row: TemplateRow): MessageInitShape<typeof MessageTemplateSchema> => ({
  id: row.id,
  businessId: row.businessId,
  companyId: row.companyId,
  title: row.title,
  body: row.body,
  status: row.status,
  type: row.type,
  updateTime: toTimestamp(row.updateTime),
});
