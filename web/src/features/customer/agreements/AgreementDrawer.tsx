import { useMutation } from "@connectrpc/connect-query";
import {
  type Agreement,
  type AgreementPlaceholder,
  AgreementService,
} from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useState } from "react";
import { Controller, useForm } from "react-hook-form";
import { useLocations } from "../../../app/session/session.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormChips } from "../../../ui/form/FormChips.tsx";
import { FormSelect, FormSwitch, FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { CARE_TYPES } from "../../offering/shared/care-types.ts";
import { AgreementEnding } from "./AgreementEnding.tsx";
import { AgreementInputs } from "./AgreementInputs.tsx";
import { AgreementPreview } from "./AgreementPreview.tsx";
import { AgreementSending } from "./AgreementSending.tsx";
import { AgreementVersions } from "./AgreementVersions.tsx";
import { MASK, requestOf, type Values, valuesOf } from "./agreement-values.ts";
import { REQUIRED_TYPES, strangeIn } from "./agreement-words.ts";
import { RichText } from "./RichText.tsx";
import { SignersToAskAgain } from "./SignersToAskAgain.tsx";

const careTypes = CARE_TYPES.map(({ id, label }) => ({ value: id, label }));

type Props = {
  agreement?: Agreement;
  placeholders: readonly AgreementPlaceholder[];
  readOnly: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** One text to sign: what it says, who signs it and when, and the words around its link. */
export const AgreementDrawer = ({ agreement: one, placeholders, readOnly, onClose, onSaved }: Props) => {
  const create = useMutation(AgreementService.method.createAgreement, { meta: { success: "Agreement added" } });
  const update = useMutation(AgreementService.method.updateAgreement, { meta: { success: "Agreement saved" } });
  const remove = useMutation(AgreementService.method.deleteAgreements, { meta: { success: "Agreement deleted" } });
  const locations = useLocations();
  const form = useForm<Values>({ defaultValues: valuesOf(one) });
  const [previewing, setPreviewing] = useState(false);
  // What is gone is not asked for: the notice of its deletion would.
  const gone = remove.isPending || remove.isSuccess;
  const { control } = form;
  const locked = readOnly || (one?.blockModify === true && form.watch("blockModify"));
  const title = (text: string) => required("A title")(text) ?? strangeIn(text, placeholders);
  const words = (text: string) => strangeIn(text, placeholders, ["{agreementLink}"]);
  const save = async (values: Values) => {
    const [request, { isNeedFlush }] = [requestOf(values), values];
    if (one) await update.mutateAsync({ ...request, id: one.id, version: one.version, isNeedFlush, updateMask: MASK });
    else await create.mutateAsync(request);
    onSaved();
  };
  const drop = async () => {
    const body = "Nobody is asked to sign it anymore. What was signed stays.";
    if (!one || !(await confirm({ title: `Delete ${one.agreementHeader}?`, body, action: "Delete agreement", danger: true }))) return;
    await remove.mutateAsync({ ids: [one.id] });
    onSaved();
    onClose();
  };
  return (
    <DrawerForm
      open
      addressed
      width={760}
      title={one ? one.agreementHeader : "New agreement"}
      form={form}
      saveLabel={one ? "Save agreement" : "Add agreement"}
      onSave={save}
      onClose={onClose}
      aside={
        <Box sx={{ display: "flex" }}>
          {one && !readOnly && (
            <Button color="error" variant="text" onClick={() => void drop()}>
              Delete
            </Button>
          )}
          <Button variant="text" onClick={() => setPreviewing(true)}>
            Preview
          </Button>
        </Box>
      }
    >
      {locked && !readOnly && <Alert severity="info">The text is locked. Unlock it below to change it.</Alert>}
      <FormText control={control} name="agreementHeader" label="Title" disabled={locked} autoFocus={!one} check={title} />
      <Controller
        control={control}
        name="agreementContent"
        rules={{ validate: (text) => (text === "" ? "The agreement needs a text" : (strangeIn(text, placeholders) ?? true)) }}
        render={({ field, fieldState }) => (
          <RichText
            key={String(locked)}
            label="Text"
            value={field.value}
            placeholders={placeholders}
            disabled={locked}
            error={fieldState.error?.message}
            onChange={field.onChange}
          />
        )}
      />
      <AgreementInputs form={form} disabled={locked} />
      <FormSelect control={control} name="agreementRequiredType" label="Signed" options={REQUIRED_TYPES} disabled={readOnly} />
      <AgreementEnding form={form} before={one} disabled={readOnly} />
      <FormChips control={control} name="careTypes" label="For appointments of" options={careTypes} every="Every care type" />
      {locations.length > 1 && (
        <FormChips
          control={control}
          name="businessIds"
          label="At"
          options={locations.map(({ id, name }) => ({ value: id, label: name }))}
          every="Every location"
        />
      )}
      <AgreementSending form={form} disabled={readOnly} />
      <FormText
        control={control}
        name="smsBody"
        label="Text message"
        multiline
        minRows={2}
        help="Leave empty to use our standard text."
        check={words}
      />
      <FormText control={control} name="emailTitle" label="Email subject" check={(text) => strangeIn(text, placeholders)} />
      <FormText
        control={control}
        name="emailBody"
        label="Email"
        multiline
        minRows={3}
        check={words}
        help="{agreementLink} is replaced with the link. If you leave it out, the link goes at the end."
      />
      <FormSwitch control={control} name="blockModify" label="Lock the text against changes" />
      {one && <FormSwitch control={control} name="isNeedFlush" label="Ask everyone to sign again, including those who already signed" />}
      {one && !gone && <SignersToAskAgain agreement={one} />}
      {one && !gone && <AgreementVersions id={one.id} />}
      {previewing && <AgreementPreview values={form.getValues()} placeholders={placeholders} onClose={() => setPreviewing(false)} />}
    </DrawerForm>
  );
};
