import { useMutation, useQuery } from "@connectrpc/connect-query";
import { AccountService } from "@leashline/proto/leashline/account/v1/account_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Card from "@mui/material/Card";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { useInfo } from "../../../app/session/session.ts";
import { startSession } from "../../../app/session/session-api.ts";
import { Avatar } from "../../../ui/Avatar.tsx";
import { confirm } from "../../../ui/feedback/confirm.ts";
import { DrawerForm } from "../../../ui/form/DrawerForm.tsx";
import { FormText } from "../../../ui/form/fields.tsx";
import { all, email, required } from "../../../ui/format/validate.ts";
import { arrive } from "../shared/sign-in/arrive.ts";

/** Other accounts of the same person: switch to one without signing in again, or link one more. */
export const RelatedAccounts = () => {
  const { account } = useInfo();
  const navigate = useNavigate();
  const [linking, setLinking] = useState(false);
  const related = useQuery(AccountService.method.listRelatedAccounts);
  const switching = useMutation(SessionService.method.switchAccount);
  const unlink = useMutation(AccountService.method.unlinkAccount, {
    onSuccess: () => void related.refetch(),
    meta: { success: "Unlinked" },
  });
  const others = (related.data?.relatedAccounts ?? []).filter((one) => one.accountId !== account.id);

  const go = async (accountId: string) => {
    await switching.mutateAsync({ accountId });
    arrive(await startSession(), new URLSearchParams(), navigate);
  };

  const cut = async (accountId: string, address: string) => {
    const sure = await confirm({
      title: `Unlink ${address}?`,
      body: "Switching to it then asks for its password again.",
      action: "Unlink",
      danger: true,
    });
    if (sure) unlink.mutate({ accountId });
  };

  return (
    <Box component="section" aria-labelledby="related" sx={{ mt: 4 }}>
      <Box sx={{ display: "flex", alignItems: "center", mb: 1 }}>
        <Typography id="related" variant="h2" sx={{ flex: 1 }}>
          Your other accounts
        </Typography>
        <Button onClick={() => setLinking(true)}>Link an account</Button>
      </Box>
      {others.length === 0 && (
        <Typography color="textSecondary">Link another account of yours to switch to it without signing in again.</Typography>
      )}
      <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1 }}>
        {others.map((one) => (
          <Card component="li" key={`${one.accountId}/${one.businessId}`} sx={{ display: "flex", alignItems: "center", gap: 1.5, p: 1.5 }}>
            <Avatar name={`${one.firstName} ${one.lastName}`} id={one.accountId} />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography variant="subtitle2" noWrap>
                {one.businessName || `${one.firstName} ${one.lastName}`}
              </Typography>
              <Typography color="textSecondary" noWrap>
                {one.email}
              </Typography>
            </Box>
            <Button color="error" variant="text" aria-label={`Unlink ${one.email}`} onClick={() => void cut(one.accountId, one.email)}>
              Unlink
            </Button>
            <Button disabled={switching.isPending} onClick={() => void go(one.accountId).catch(() => {})}>
              Switch
            </Button>
          </Card>
        ))}
      </Box>
      {linking && <LinkAccount onClose={() => setLinking(false)} onLinked={() => void related.refetch()} />}
    </Box>
  );
};

const LinkAccount = ({ onClose, onLinked }: { onClose: () => void; onLinked: () => void }) => {
  const form = useForm({ defaultValues: { email: "", password: "", code: "" } });
  const link = useMutation(AccountService.method.linkAccount, { meta: { success: "Account linked" }, onSuccess: onLinked });
  return (
    <DrawerForm
      open
      title="Link an account"
      form={form}
      saveLabel="Link account"
      onClose={onClose}
      onSave={(values) => link.mutateAsync(values)}
    >
      <Typography color="textSecondary">Enter its email and password to confirm it is yours.</Typography>
      <FormText control={form.control} name="email" label="Email" type="email" autoComplete="off" check={all(required("Email"), email)} />
      <FormText
        control={form.control}
        name="password"
        label="Password"
        type="password"
        autoComplete="off"
        check={required("The password")}
      />
      <FormText
        control={form.control}
        name="code"
        label="Code from its authenticator app"
        autoComplete="off"
        help="Only if that account uses two-step verification."
      />
    </DrawerForm>
  );
};
