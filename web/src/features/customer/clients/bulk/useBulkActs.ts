import type { MessageInitShape } from "@bufbuild/protobuf";
import { useMutation } from "@connectrpc/connect-query";
import type { ClientSelectionSchema } from "@leashline/proto/leashline/customer/v1/client_list_pb.js";
import { ClientListService, type TaggedClients } from "@leashline/proto/leashline/customer/v1/client_list_service_pb.js";
import type { Tag } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { useQueryClient } from "@tanstack/react-query";
import { confirm } from "../../../../ui/feedback/confirm.ts";
import { toast } from "../../../../ui/feedback/toast.ts";
import { plural } from "../../../../ui/format/text.ts";
import { mayRest } from "../../shared/open-matters/may-rest.ts";
import { useOpenMatters } from "../../shared/open-matters/useOpenMatters.ts";

type Selection = MessageInitShape<typeof ClientSelectionSchema>;

/** What can be done to many clients at once. Undo is about those whom it changed, by their ids: the filter that found them may find others by then. */
export const useBulkActs = (selection: Selection, onDone: () => void) => {
  const queries = useQueryClient();
  const { openOf, asking } = useOpenMatters();
  const settled = { onSuccess: () => void queries.invalidateQueries() };
  const setInactive = useMutation(ClientListService.method.setClientsInactive, settled);
  const setTags = useMutation(ClientListService.method.tagClients, settled);
  const remove = useMutation(ClientListService.method.deleteClients, settled);
  const restore = useMutation(ClientListService.method.restoreClients, settled);

  const finish = (text: string, changed: number, undo: () => void) => {
    toast.success(text, changed > 0 ? { undo } : undefined);
    onDone();
  };
  const inactive = async (value: boolean, count: number) => {
    if (value && !(await mayRest(await openOf(selection), plural(count, "client")))) return;
    const { changed, changedIds } = await setInactive.mutateAsync({ selection, inactive: value });
    const undo = () => setInactive.mutate({ selection: { chosenList: changedIds }, inactive: !value });
    finish(`${plural(changed, "client")} ${value ? "set inactive" : "set active"}`, changed, undo);
  };
  const takeBack = (added: readonly TaggedClients[], removed: readonly TaggedClients[]) => () => {
    for (const { tagId, customerIds } of added) setTags.mutate({ selection: { chosenList: customerIds }, removeTagIds: [tagId] });
    for (const { tagId, customerIds } of removed) setTags.mutate({ selection: { chosenList: customerIds }, addTagIds: [tagId] });
  };
  const tag = async ({ id, name }: Pick<Tag, "id" | "name">, on: boolean) => {
    const { changed, added, removed } = await setTags.mutateAsync({ selection, ...(on ? { addTagIds: [id] } : { removeTagIds: [id] }) });
    finish(`“${name}” ${on ? "added to" : "removed from"} ${plural(changed, "client")}`, changed, takeBack(added, removed));
  };
  const drop = async (count: number) => {
    const lines = await openOf(selection);
    const sure = await confirm({
      ...(lines.length > 0 && { lines }),
      title: `Delete ${plural(count, "client")}?`,
      body: "Their pets are deleted too. Clients with an upcoming appointment stay. You can undo this right after.",
      action: `Delete ${plural(count, "client")}`,
      danger: true,
    });
    if (!sure) return;
    const { deleted, kept, deletedIds } = await remove.mutateAsync({ selection });
    const stayed = kept > 0 ? `, ${kept} kept because of upcoming visits` : "";
    finish(`${plural(deleted, "client")} deleted${stayed}`, deleted, () => restore.mutate({ customerIds: deletedIds }));
  };
  return { inactive, tag, drop, busy: asking || setInactive.isPending || setTags.isPending || remove.isPending };
};
