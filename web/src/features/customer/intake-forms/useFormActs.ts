import { useMutation } from "@connectrpc/connect-query";
import type { IntakeForm } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { pathTo } from "../../../app/routes/paths.ts";
import { useGo } from "../../../ui/links/Link.tsx";
import { useLayAside } from "./useLayAside.ts";

const LIST = "/intake_form/forms/list";

/** What can be done with a form besides writing it. */
export const useFormActs = (form: IntakeForm | undefined, onChanged: () => void) => {
  const go = useGo();
  const { method } = IntakeFormService;
  const publish = useMutation(method.publishIntakeForm, { meta: { success: "Form published" } });
  const copy = useMutation(method.copyIntakeForm, { meta: { success: "Form copied" } });
  const aside = useLayAside(onChanged);
  if (!form) return undefined;
  const { id } = form;
  return {
    publish: (version: number) => publish.mutateAsync({ id, version }).then(onChanged),
    copy: async () => {
      const answer = await copy.mutateAsync({ id });
      go(pathTo("/intake_form/forms/edit/:formId", { formId: answer.form?.id ?? id }));
    },
    archive: () => aside.archive(form),
    remove: () => aside.remove(form, () => go(LIST)),
  };
};
