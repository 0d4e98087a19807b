import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { clientFor } from "../../../app/calls/transport.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { touchedBy } from "./uses.ts";

/** Says what saving a change of a service touches before it is saved, and asks; a service that touches nobody is saved at once. */
export const isMeant = async (id: string): Promise<boolean> => {
  const lines = touchedBy(await clientFor(CatalogService).getServiceUses({ id }));
  return lines.length === 0 || (await confirm({ title: "Save this change?", lines, action: "Save service", cancel: "Keep editing" }));
};
