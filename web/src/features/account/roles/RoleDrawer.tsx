import { useMutation } from "@connectrpc/connect-query";
import { type Role, RoleService } from "@leashline/proto/leashline/account/v1/role_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { Controller, useForm } from "react-hook-form";
import { errorCode, messageOf } from "../../../ui/feedback/call-errors.ts";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { toast } from "../../../ui/feedback/toast.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { plural } from "../../../ui/format/text.ts";
import { required } from "../../../ui/format/validate.ts";
import { SideDrawer } from "../../../ui/page/SideDrawer.tsx";
import { PermissionPicker } from "../shared/PermissionPicker.tsx";

type Values = { name: string; permissions: number[] };
type Props = { role?: Role; onClose: () => void; onSaved: () => void };

const ROLE_IN_USE = 20010;

/** A role's name and what it opens, by category. */
export const RoleDrawer = (props: Props) => (props.role?.isOwnerRole ? <OwnerRole {...props} /> : <RoleForm {...props} />);

const OwnerRole = ({ role, onClose }: Props) => (
  <SideDrawer open title={role?.name ?? "Owner"} width={560} onClose={onClose}>
    <Box sx={{ p: 2.25 }}>
      <Alert severity="info" sx={{ mb: 2 }}>
        The owner always has every permission. This role can't be changed, deleted or given to someone else.
      </Alert>
      <PermissionPicker held={[]} everything onChange={() => {}} />
    </Box>
  </SideDrawer>
);

const RoleForm = ({ role, onClose, onSaved }: Props) => {
  const create = useMutation(RoleService.method.createRole, { meta: { success: "Role added" } });
  const rename = useMutation(RoleService.method.updateRole);
  const grant = useMutation(RoleService.method.updateRolePermissions, {
    meta: { success: "Role saved. It applies right away to everyone who has it." },
  });
  const remove = useMutation(RoleService.method.deleteRole, { meta: { success: "Role deleted", quiet: true } });
  const form = useForm<Values>({ defaultValues: { name: role?.name ?? "", permissions: role?.permissions.map(Number) ?? [] } });

  const save = async ({ name, permissions }: Values) => {
    if (!role) await create.mutateAsync({ name, permissions });
    else {
      const renamed = name === role.name ? undefined : await rename.mutateAsync({ roleId: role.id, roleName: name, version: role.version });
      const version = renamed?.role?.version ?? role.version;
      await grant.mutateAsync({ roleId: role.id, permissions, version, updateMask: { paths: ["permissions"] } });
    }
    onSaved();
  };
  const drop = async () => {
    const sure = role && (await confirm({ title: `Delete the role ${role.name}?`, action: "Delete role", danger: true }));
    if (!sure) return;
    try {
      await remove.mutateAsync({ roleId: role.id });
      onSaved();
      onClose();
    } catch (error) {
      const held = plural(role.staffCount, "person holds", "people hold");
      const hint = role.staffCount > 0 ? ` ${held} it; give them another role first.` : "";
      toast.error(errorCode(error) === ROLE_IN_USE ? `${messageOf(error)}.${hint}` : messageOf(error), { seconds: 8 });
    }
  };
  return (
    <DrawerForm
      open
      title={role ? role.name : "New role"}
      form={form}
      saveLabel={role ? "Save role" : "Add role"}
      onSave={save}
      onClose={onClose}
      width={560}
      aside={
        role && (
          <Button color="error" variant="text" onClick={() => void drop()}>
            Delete
          </Button>
        )
      }
    >
      <FormText control={form.control} name="name" label="Name" check={required("The name")} />
      {role && role.staffCount > 0 && (
        <Typography color="textSecondary">
          {plural(role.staffCount, "person holds", "people hold")} this role. A change reaches them within seconds.
        </Typography>
      )}
      <Controller
        control={form.control}
        name="permissions"
        render={({ field }) => <PermissionPicker held={field.value} onChange={field.onChange} />}
      />
    </DrawerForm>
  );
};
