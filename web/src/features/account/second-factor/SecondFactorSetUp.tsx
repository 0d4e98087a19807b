import { useMutation } from "@connectrpc/connect-query";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Control, useForm } from "react-hook-form";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { inFours, RecoveryCodes, SquareCode } from "./RecoveryCodes.tsx";

type Begun = { secret: string; otpauthUrl: string };

const sixDigits = (value: string) => (/^\d{6}$/.test(value) ? undefined : "The six digits that the app shows");
/** Turning the second step on: the password, the app, the first code, the recovery codes. Or only new recovery codes. */
const SecondFactorSetUp = ({ onClose, renew = false }: { onClose: () => void; renew?: boolean }) => {
  const [begun, setBegun] = useState<Begun>();
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (renew) return <Renew onClose={onClose} onDone={setCodes} />;
  return begun ? <Confirm begun={begun} onClose={onClose} onDone={setCodes} /> : <Begin onClose={onClose} onBegun={setBegun} />;
};

const Begin = ({ onClose, onBegun }: { onClose: () => void; onBegun: (begun: Begun) => void }) => {
  const form = useForm({ defaultValues: { currentPassword: "" } });
  const begin = useMutation(SecondFactorService.method.beginSecondFactor);
  return (
    <DrawerForm
      open
      title="Turn on two-step verification"
      form={form}
      saveLabel="Continue"
      onClose={onClose}
      onSave={(values) => begin.mutateAsync(values)}
      onSaved={(answer) => onBegun(answer as Begun)}
    >
      <Typography color="textSecondary">
        You need an authenticator app on your phone. First show that it is you; nothing changes at sign-in until you have entered a code.
      </Typography>
      <OwnPassword control={form.control} />
    </DrawerForm>
  );
};

const Confirm = ({ begun, onClose, onDone }: { begun: Begun; onClose: () => void; onDone: (codes: string[]) => void }) => {
  const form = useForm({ defaultValues: { code: "" } });
  const confirm = useMutation(SecondFactorService.method.confirmSecondFactor);
  return (
    <DrawerForm
      open
      title="Connect your app"
      form={form}
      saveLabel="Turn on"
      onClose={onClose}
      onSave={({ code }) => confirm.mutateAsync({ code: code.trim() })}
      onSaved={(answer) => onDone((answer as { recoveryCodes: string[] }).recoveryCodes)}
    >
      <Typography>Scan this with the app, or enter the key.</Typography>
      <SquareCode text={begun.otpauthUrl} />
      <CopyField label="Key" value={inFours(begun.secret)} />
      <Link href={begun.otpauthUrl}>Open the app on this device</Link>
      <FormText
        control={form.control}
        name="code"
        label="Code from the app"
        autoComplete="one-time-code"
        check={(value) => required("The code")(value) ?? sixDigits(value.trim())}
      />
    </DrawerForm>
  );
};

const Renew = ({ onClose, onDone }: { onClose: () => void; onDone: (codes: string[]) => void }) => {
  const form = useForm({ defaultValues: { currentPassword: "" } });
  const renew = useMutation(SecondFactorService.method.renewRecoveryCodes);
  return (
    <DrawerForm
      open
      title="New recovery codes"
      form={form}
      saveLabel="Make new codes"
      onClose={onClose}
      onSave={(values) => renew.mutateAsync(values)}
      onSaved={(answer) => onDone((answer as { recoveryCodes: string[] }).recoveryCodes)}
    >
      <Typography color="textSecondary">You get ten new codes. The ones you have stop working.</Typography>
      <OwnPassword control={form.control} />
    </DrawerForm>
  );
};

const OwnPassword = ({ control }: { control: Control<{ currentPassword: string }> }) => (
  <FormText
    control={control}
    name="currentPassword"
    label="Current password"
    type="password"
    autoComplete="current-password"
    autoFocus
    check={required("Your password")}
  />
);

export default SecondFactorSetUp;
