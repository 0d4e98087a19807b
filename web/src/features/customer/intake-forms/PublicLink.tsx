import type { IntakeForm } from "@leashline/proto/leashline/customer/v1/intake_form_pb.js";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { linkOf } from "./form-words.ts";

/** Where a published form is filled in. */
export const PublicLink = ({ form }: { form: IntakeForm | undefined }) =>
  form && form.versionNumber > 0 && !form.archived ? (
    <CopyField label="Link to the form" value={`${window.location.origin}${linkOf(form.uuid)}`} help="Send it to new clients." />
  ) : null;
