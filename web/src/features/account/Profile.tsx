import { useMutation, useQuery } from "@connectrpc/connect-query";
import type { Account } from "@leashline/proto/leashline/account/v1/account_pb.js";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { Controller, useWatch } from "react-hook-form";
import { refreshSession } from "../../app/session/session-api.ts";
import { PictureField } from "../../app/upload/PictureField.tsx";
import { uploadAvatar } from "../../app/upload/upload.ts";
import { ErrorState } from "../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../ui/feedback/Skeletons.tsx";
import { showFieldErrors } from "../../ui/form/DrawerForm.tsx";
import { FormText } from "../../ui/form/fields.tsx";
import { Overtaken, useLiveForm } from "../../ui/form/live.tsx";
import { FormPhone } from "../../ui/form/phone.tsx";
import { UnsavedGuard } from "../../ui/form/UnsavedGuard.tsx";
import { all, email, required } from "../../ui/format/validate.ts";
import { chosenIds } from "../../ui/links/chosen.ts";
import { OwnNotifications } from "./accounts/OwnNotifications.tsx";
import { Password } from "./OwnPassword.tsx";
import { Passkeys } from "./passkeys/Passkeys.tsx";
import { SecondFactor } from "./second-factor/SecondFactor.tsx";
import { Devices } from "./sessions/Devices.tsx";
import { AccountFrame } from "./shared/AccountFrame.tsx";
import { Panel } from "./shared/Panel.tsx";

/** The person's own name, reachability, password and devices. */
const Profile = () => {
  const account = useQuery(AccountService.method.getAccount);
  return (
    <AccountFrame title="Your profile" back={chosenIds().businessId ? "/home" : "/account"}>
      {account.data?.account ? (
        <Box sx={{ display: "grid", gap: 2 }}>
          <Names account={account.data.account} />
          <Password />
          <Passkeys />
          <SecondFactor />
          <OwnNotifications />
          <Devices />
        </Box>
      ) : account.error ? (
        <ErrorState error={account.error} onRetry={() => void account.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </AccountFrame>
  );
};

const digitsOf = (phone: string): string => phone.replace(/[^\d+]/g, "");

const Names = ({ account }: { account: Account }) => {
  const queries = useQueryClient();
  const [form, theirs] = useLiveForm({
    firstName: account.firstName,
    lastName: account.lastName,
    phoneNumber: account.phoneNumber,
    email: account.email,
    avatarPath: account.avatarPath,
    currentPassword: "",
  });
  const { control, formState } = form;
  const [typedEmail, typedPhone] = useWatch({ control, name: ["email", "phoneNumber"] });
  const newEmail = typedEmail.trim() !== account.email;
  const newPhone = digitsOf(typedPhone) !== digitsOf(account.phoneNumber);
  const update = useMutation(AccountService.method.updateProfile, { meta: { success: "Profile saved" } });
  const save = async (): Promise<boolean> => {
    let saved = false;
    await form.handleSubmit(async ({ currentPassword, email: address, ...names }) => {
      try {
        await update.mutateAsync({ ...names, ...(newEmail && { email: address.trim() }), currentPassword, version: account.version });
        saved = true;
        form.reset({ ...form.getValues(), currentPassword: "" });
        await Promise.all([queries.invalidateQueries(), refreshSession()]);
      } catch (error) {
        showFieldErrors(form, error);
      }
    })();
    return saved;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Panel title="You">
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
        <Overtaken fields={theirs} />
        <Controller
          control={control}
          name="avatarPath"
          render={({ field }) => (
            <PictureField
              name={`${account.firstName} ${account.lastName}`.trim()}
              id={account.id}
              value={field.value}
              onChange={field.onChange}
              upload={uploadAvatar}
              mostMegabytes={5}
            />
          )}
        />
        <Box sx={{ display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 2 }}>
          <FormText control={control} name="firstName" label="First name" autoComplete="given-name" check={required("First name")} />
          <FormText control={control} name="lastName" label="Last name" autoComplete="family-name" />
        </Box>
        <FormPhone control={control} name="phoneNumber" label="Phone" />
        <FormText control={control} name="email" label="Email" type="email" autoComplete="email" check={all(required("Email"), email)} />
        {(newEmail || newPhone) && (
          <FormText
            control={control}
            name="currentPassword"
            label="Current password"
            type="password"
            autoComplete="current-password"
            check={required("Your password")}
            help={newEmail ? "Needed because the email changes." : "Needed because the phone number changes: it signs you in, too."}
          />
        )}
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={!formState.isDirty}
          loading={formState.isSubmitting}
          sx={{ justifySelf: "end" }}
        >
          Save profile
        </Button>
      </Box>
      <UnsavedGuard dirty={formState.isDirty && !formState.isSubmitting} onSave={save} />
    </Panel>
  );
};

export default Profile;
