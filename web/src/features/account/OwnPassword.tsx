import { useMutation } from "@connectrpc/connect-query";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { useForm } from "react-hook-form";
import { showFieldErrors } from "../../ui/form/DrawerForm.tsx";
import { FormText } from "../../ui/form/fields.tsx";
import { required } from "../../ui/format/validate.ts";
import { Panel } from "./shared/Panel.tsx";
import { password } from "./shared/sign-in/password.ts";

export const Password = () => {
  const form = useForm({ defaultValues: { currentPassword: "", newPassword: "" } });
  const change = useMutation(AccountService.method.changePassword, {
    meta: { success: "Password changed. Your other devices are signed out." },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      await change.mutateAsync(values);
      form.reset();
    } catch (error) {
      showFieldErrors(form, error);
    }
  });
  return (
    <Panel title="Password">
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2 }}>
        <FormText
          control={form.control}
          name="currentPassword"
          label="Current password"
          type="password"
          autoComplete="current-password"
          check={required("Your password")}
        />
        <FormText
          control={form.control}
          name="newPassword"
          label="New password"
          type="password"
          autoComplete="new-password"
          check={password}
          help="At least 8 characters. Other devices are signed out."
        />
        <Button type="submit" loading={change.isPending} sx={{ justifySelf: "end" }}>
          Change password
        </Button>
      </Box>
    </Panel>
  );
};
