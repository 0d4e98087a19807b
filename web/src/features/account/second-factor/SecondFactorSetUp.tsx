import { useMutation } from "@connectrpc/connect-query";
import { SecondFactorService } from "@leashline/proto/leashline/account/v1/second_factor_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { type Control, useForm } from "react-hook-form";
import { encode } from "uqr";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { required } from "../../../ui/format/validate.ts";
import { CopyField } from "../../../ui/inputs/CopyField.tsx";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { saveFile } from "../../../ui/save-file.ts";

type Begun = { secret: string; otpauthUrl: string };

const sixDigits = (value: string) => (/^\d{6}$/.test(value) ? undefined : "The six digits that the app shows");
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

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

const QUIET = 4;

/** The square picture that a camera reads: always dark on light, whatever the look of the page. */
const SquareCode = ({ text }: { text: string }) => {
  const { size, data } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <Box
      component="svg"
      role="img"
      aria-label="Square code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 200, height: 200, borderRadius: "8px", bgcolor: "common.white", color: "common.black", justifySelf: "center" }}
    >
      <path d={path} fill="currentColor" />
    </Box>
  );
};

const RecoveryCodes = ({ codes, onClose }: { codes: string[]; onClose: () => void }) => {
  const text = codes.join("\n");
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    toast.success("Recovery codes copied");
  };
  return (
    <SideDrawer
      open
      title="Your recovery codes"
      onClose={onClose}
      footer={
        <Button variant="contained" color="primary" size="large" onClick={onClose} sx={{ ml: "auto" }}>
          I saved them
        </Button>
      }
    >
      <Box sx={{ display: "grid", gap: 2, p: 2.25 }}>
        <Alert severity="warning">Each code works once when you don't have your phone. They are not shown again.</Alert>
        <Box
          component="ul"
          aria-label="Recovery codes"
          sx={{
            listStyle: "none",
            m: 0,
            p: 1.5,
            display: "grid",
            gridTemplateColumns: "1fr 1fr",
            gap: 0.75,
            fontFamily: "monospace",
            fontSize: "1.05rem",
            border: 1,
            borderColor: "line",
            borderRadius: "10px",
          }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button onClick={() => saveFile("leashline-recovery-codes.txt", "text/plain", `${text}\n`)}>Download</Button>
        </Box>
      </Box>
    </SideDrawer>
  );
};

export default SecondFactorSetUp;
