import { useMutation } from "@connectrpc/connect-query";
import type { IntakeForm } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { pathTo } from "../../../app/routes/paths.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { useGo } from "../../../ui/links/Link.tsx";

const LIST = "/intake_form/forms/list";

/** What can be done with a form besides writing it. */
export const useFormActs = (form: IntakeForm | undefined, onChanged: () => void) => {
  const go = useGo();
  const { method } = IntakeFormService;
  const publish = useMutation(method.publishIntakeForm, { meta: { success: "Form published" } });
  const copy = useMutation(method.copyIntakeForm, { meta: { success: "Form copied" } });
  const archive = useMutation(method.archiveIntakeForm);
  const remove = useMutation(method.deleteIntakeForm, { meta: { success: "Form deleted" } });
  if (!form) return undefined;
  const { id, title, archived } = form;
  return {
    publish: (version: number) => publish.mutateAsync({ id, version }).then(onChanged),
    copy: async () => {
      const answer = await copy.mutateAsync({ id });
      go(pathTo("/intake_form/forms/edit/:formId", { formId: answer.form?.id ?? id }));
    },
    archive: () => archive.mutate({ id, archived: !archived }, { onSuccess: onChanged }),
    remove: async () => {
      const body = "Its page closes. What was sent with it stays.";
      if (await confirm({ title: `Delete ${title}?`, body, action: "Delete form", danger: true }))
        remove.mutate({ id }, { onSuccess: () => go(LIST) });
    },
  };
};
