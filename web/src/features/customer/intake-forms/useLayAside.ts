import { useMutation } from "@connectrpc/connect-query";
import type { IntakeForm } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";

type Some = Pick<IntakeForm, "id" | "title" | "archived" | "filledIn">;

/** A form that is used no more: deleted while nobody filled it in, else archived, so that what was sent stays with it. */
export const useLayAside = (onChanged: () => void) => {
  const { method } = IntakeFormService;
  const archive = useMutation(method.archiveIntakeForm, { onSuccess: onChanged });
  const remove = useMutation(method.deleteIntakeForm, { meta: { success: "Form deleted" } });
  return {
    pending: archive.isPending || remove.isPending,
    archive: ({ id, archived }: Some) =>
      archive.mutate(
        { id, archived: !archived },
        {
          onSuccess: () => toast.success(archived ? "Form reopened" : "Form archived", { undo: () => archive.mutate({ id, archived }) }),
        },
      ),
    remove: async ({ id, title }: Some, onGone: () => void) => {
      const body = "Nobody has filled it in. Its page closes, and this can't be undone.";
      if (await confirm({ title: `Delete ${title}?`, body, action: "Delete form", danger: true }))
        remove.mutate({ id }, { onSuccess: onGone });
    },
  };
};
