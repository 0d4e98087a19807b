import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type Passkey, PasskeyService } from "@leashline/proto/leashline/account/v1/passkey_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { canPasskey, makePasskey } from "../../../app/session/passkey.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { required } from "../../../ui/format/validate.ts";
import { Panel } from "../shared/Panel.tsx";
import { deviceName } from "../shared/sign-in/device-name.ts";

/** Signing in with a face, a finger or a key instead of a password. */
export const Passkeys = () => {
  const format = useFormat();
  const [adding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  const passkeys = useQuery(PasskeyService.method.listPasskeys);
  const reload = () => void passkeys.refetch();
  const remove = useMutation(PasskeyService.method.removePasskey, { onSuccess: reload, meta: { success: "Passkey removed" } });
  const drop = async (one: Passkey) => {
    const sure = await confirm({
      title: `Remove ${one.name}?`,
      body: "It no longer signs you in. Delete it on the device, too.",
      action: "Remove passkey",
      danger: true,
    });
    if (sure) remove.mutate({ id: one.id });
  };
  return (
    <Panel title="Passkeys">
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Sign in with your face, fingerprint or a security key. No password to remember.
      </Typography>
      {passkeys.error && !passkeys.data && <ErrorState compact error={passkeys.error} onRetry={reload} />}
      {!passkeys.data && !passkeys.error && <RowsSkeleton rows={1} />}
      <Box component="ul" aria-label="Passkeys" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {passkeys.data?.passkeys.map((one) => (
          <Box
            component="li"
            key={one.id}
            sx={{ display: "flex", alignItems: "center", gap: 1, py: 1, borderBottom: 1, borderColor: "lineSoft" }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2" noWrap>
                {one.name}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {one.lastUsedTime ? `Used ${format.agoWithin(one.lastUsedTime)}` : "Not used yet"}
              </Typography>
            </Box>
            <Button size="small" variant="text" aria-label={`Rename ${one.name}`} onClick={() => setRenaming(one)}>
              Rename
            </Button>
            <Button size="small" variant="text" color="error" aria-label={`Remove ${one.name}`} onClick={() => void drop(one)}>
              Remove
            </Button>
          </Box>
        ))}
      </Box>
      {canPasskey() ? (
        <Button sx={{ mt: 1.5 }} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      ) : (
        <Typography sx={{ mt: 1.5 }}>This browser cannot make passkeys.</Typography>
      )}
      {adding && <Add onClose={() => setAdding(false)} onAdded={reload} />}
      {renaming && <Rename passkey={renaming} onClose={() => setRenaming(undefined)} onSaved={reload} />}
    </Panel>
  );
};

const Add = ({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) => {
  const form = useForm({ defaultValues: { name: deviceName(navigator.userAgent), currentPassword: "" } });
  const begin = useMutation(PasskeyService.method.beginPasskeyRegistration);
  const finish = useMutation(PasskeyService.method.finishPasskeyRegistration, { meta: { success: "Passkey added" }, onSuccess: onAdded });
  const save = async ({ name, currentPassword }: { name: string; currentPassword: string }) => {
    const { optionsJson } = await begin.mutateAsync({ currentPassword });
    const credentialJson = await makePasskey(optionsJson);
    if (!credentialJson) {
      toast.info("No passkey was made.");
      throw new Error("given up");
    }
    await finish.mutateAsync({ name, credentialJson });
  };
  return (
    <DrawerForm open title="Add a passkey" form={form} saveLabel="Continue" onClose={onClose} onSave={save}>
      <FormText control={form.control} name="name" label="Name of the device" check={required("A name")} />
      <FormText
        control={form.control}
        name="currentPassword"
        label="Current password"
        type="password"
        autoComplete="current-password"
        check={required("Your password")}
        help="Your device then asks you to confirm."
      />
    </DrawerForm>
  );
};

const Rename = ({ passkey, onClose, onSaved }: { passkey: Passkey; onClose: () => void; onSaved: () => void }) => {
  const form = useForm({ defaultValues: { name: passkey.name } });
  const rename = useMutation(PasskeyService.method.renamePasskey, { onSuccess: onSaved, meta: { success: "Renamed" } });
  return (
    <DrawerForm
      open
      title="Rename the passkey"
      form={form}
      saveLabel="Save name"
      onClose={onClose}
      onSave={({ name }) => rename.mutateAsync({ id: passkey.id, name })}
    >
      <FormText control={form.control} name="name" label="Name of the device" autoFocus check={required("A name")} />
    </DrawerForm>
  );
};
