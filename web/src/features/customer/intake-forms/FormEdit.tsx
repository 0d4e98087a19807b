import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { IntakeForm } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { type Fault, faultsOfForm, missingToPublish, tidied } from "@leashline/proto/rules/intake-form.ts";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { useCan } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { same } from "../../../ui/form/overtaken.ts";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useGo } from "../../../ui/links/Link.tsx";
import { later } from "../../../ui/page/later.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { FormTexts } from "./FormTexts.tsx";
import { MASK, valuesOf } from "./form-values.ts";
import { standingOf } from "./form-words.ts";
import { PublicLink } from "./PublicLink.tsx";
import { Sections } from "./Sections.tsx";
import { useFormActs } from "./useFormActs.ts";

const FormPreview = later(async () => (await import("./FormPreview.tsx")).FormPreview);
const LIST = "/intake_form/forms/list";

/** /intake_form/forms/add and /intake_form/forms/edit/{formId} */
const FormEdit = () => {
  const { formId = "" } = useParams();
  const found = useQuery(IntakeFormService.method.getIntakeForm, { id: formId }, { enabled: formId !== "" });
  const form = found.data?.form;
  if (formId === "" || form) return <Editor key={formId} {...(form && { form })} reload={async () => void (await found.refetch())} />;
  return (
    <PageFrame title="Intake form" back={LIST}>
      {found.error ? <ErrorState error={found.error} onRetry={() => void found.refetch()} /> : <FormSkeleton />}
    </PageFrame>
  );
};

const Editor = ({ form, reload }: { form?: IntakeForm; reload: () => Promise<void> }) => {
  const go = useGo();
  const canEdit = useCan("accessBusinessSettings");
  const create = useMutation(IntakeFormService.method.createIntakeForm, { meta: { success: "Form added" } });
  const update = useMutation(IntakeFormService.method.updateIntakeForm, { meta: { success: "Form saved" } });
  const [base, setBase] = useState(form);
  const [draft, setDraft] = useState(() => valuesOf(form));
  const [saving, setSaving] = useState(false);
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [previewing, setPreviewing] = useState(false);
  const dirty = canEdit && !saving && !same(valuesOf(base), draft);
  if (form && form.version !== base?.version && !dirty && !saving) {
    setBase(form);
    setDraft(valuesOf(form));
  }
  const acts = useFormActs(form, () => void reload());
  const sound = (more: readonly Fault[] = []): boolean => {
    const found = [...faultsOfForm(tidied(draft)), ...more];
    setFaults(found);
    return found.length === 0;
  };
  /** The version it is saved in; null where something is wrong with it. */
  const write = async (): Promise<number | null> => {
    if (!sound()) return null;
    if (base && !dirty) return base.version;
    const content = tidied(draft);
    setSaving(true);
    try {
      const answer = base
        ? await update.mutateAsync({ ...content, id: base.id, version: base.version, updateMask: MASK })
        : await create.mutateAsync(content);
      setBase(answer.form);
      setDraft(valuesOf(answer.form));
      if (base) await reload();
      else go(pathTo("/intake_form/forms/edit/:formId", { formId: answer.form?.id ?? "" }), { replace: true });
      return answer.form?.version ?? null;
    } catch {
      return null;
    } finally {
      setSaving(false);
    }
  };
  const publish = async () => {
    if (!sound(missingToPublish(draft))) return toast.error("The form cannot be published yet");
    const version = await write();
    if (version !== null) await acts?.publish(version);
  };
  const standing = form && standingOf(form);
  return (
    <PageFrame
      title={form?.title ?? "New form"}
      back={LIST}
      maxWidth={860}
      actions={
        <>
          {canEdit && (
            <Button onClick={() => void write()} disabled={Boolean(form) && !dirty} loading={create.isPending || update.isPending}>
              {form ? "Save" : "Add form"}
            </Button>
          )}
          {canEdit && form && !form.archived && (
            <Button variant="contained" color="primary" disabled={!form.changed && !dirty} onClick={() => void publish()}>
              Publish
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: "grid", gap: 2, gridTemplateColumns: "minmax(0, 1fr)" }}>
        <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
          {standing && <StatusChip tone={standing.tone}>{standing.word}</StatusChip>}
          <Button sx={{ ml: "auto" }} onClick={() => setPreviewing(true)} {...FormPreview.warmers}>
            Preview
          </Button>
        </Box>
        {faults.length > 0 && (
          <Alert severity="error">
            {[...new Set(faults.map(({ reason }) => reason))].map((reason) => (
              <div key={reason}>{reason}</div>
            ))}
          </Alert>
        )}
        <PublicLink form={form} />
        <FormTexts draft={draft} disabled={!canEdit} onChange={setDraft} />
        <Sections draft={draft} faults={faults} disabled={!canEdit} onChange={setDraft} />
        {canEdit && form && acts && (
          <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
            <Button onClick={() => void acts.copy()}>Copy form</Button>
            <Button onClick={acts.archive}>{form.archived ? "Reopen form" : "Archive form"}</Button>
            {!form.filledIn && (
              <Button color="error" variant="text" sx={{ ml: "auto" }} onClick={() => void acts.remove()}>
                Delete form
              </Button>
            )}
          </Box>
        )}
      </Box>
      {previewing && <FormPreview content={tidied(draft)} onClose={() => setPreviewing(false)} />}
      <UnsavedGuard dirty={dirty} onSave={async () => (await write()) !== null} />
    </PageFrame>
  );
};

export default FormEdit;
