import { useMutation, useQuery } from "@connectrpc/connect-query";
import { type OnlineProfile, OnlineProfileService } from "@leashline/proto/leashline/online_booking/v1/online_profile_pb.js";
import { type StorefrontConfig, StorefrontConfigService } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import Box from "@mui/material/Box";
import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useCallback, useMemo } from "react";
import { useWatch } from "react-hook-form";
import { useParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Overtaken, useLiveForm } from "../../../ui/form/live.tsx";
import { SaveBar } from "../../../ui/form/SaveBar.tsx";
import { UnsavedGuard } from "../../../ui/form/UnsavedGuard.tsx";
import { useFormPage } from "../../../ui/form/useFormPage.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Hero } from "../../../ui/landing/Hero.tsx";
import { LandingView } from "../../../ui/landing/LandingView.tsx";
import { useGo } from "../../../ui/links/Link.tsx";
import { HeaderActions } from "../../../ui/page/HeaderActions.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { AboutPanel } from "./AboutPanel.tsx";
import { AmenitiesPanel } from "./AmenitiesPanel.tsx";
import { GalleryPanel } from "./GalleryPanel.tsx";
import { HoursPanel } from "./HoursPanel.tsx";
import { configOf, factsOf, type Values, valuesOf } from "./landing-values.ts";
import { TeamPanel } from "./TeamPanel.tsx";

const PANELS = [
  { path: "", label: "Page", View: AboutPanel },
  { path: "gallery", label: "Gallery", View: GalleryPanel },
  { path: "team", label: "Team", View: TeamPanel },
  { path: "amenities", label: "Good to know", View: AmenitiesPanel },
  { path: "hours", label: "Hours", View: HoursPanel },
] as const;

/** /online_booking/landing_page: what the shop shows of itself before anybody books, with the page beside it as it will be. */
const LandingPage = () => {
  const config = useQuery(StorefrontConfigService.method.getStorefrontConfig, {});
  const profile = useQuery(OnlineProfileService.method.getOnlineProfile, {});
  const error = config.error ?? profile.error;
  const again = () => void Promise.all([config.refetch(), profile.refetch()]);
  const [known, who] = [config.data?.config, profile.data?.profile];
  return (
    <SettingsFrame
      title="Storefront"
      maxWidth={1240}
      actions={
        known?.bookingEnabled && (
          <HeaderActions
            more={[{ label: "Open the storefront", href: pathTo("/ol/:bookOnlineName", { bookOnlineName: known.bookOnlineName }) }]}
          />
        )
      }
    >
      {known && who ? (
        <Form known={known} profile={who} onSaved={again} />
      ) : error ? (
        <ErrorState error={error} onRetry={again} />
      ) : (
        <FormSkeleton fields={4} />
      )}
    </SettingsFrame>
  );
};

type FormProps = { known: StorefrontConfig; profile: OnlineProfile; onSaved: () => void };

const Form = ({ known, profile, onSaved }: FormProps) => {
  const { panel = "" } = useParams();
  const go = useGo();
  const saveConfig = useMutation(StorefrontConfigService.method.updateStorefrontConfig);
  const saveProfile = useMutation(OnlineProfileService.method.updateOnlineProfile, { meta: { success: "Storefront saved" } });
  const values = useMemo(() => valuesOf(known, profile), [known, profile]);
  const [form, theirs] = useLiveForm<Values>(values);
  const onSave = useCallback(
    async (next: Values) => {
      await saveConfig.mutateAsync(configOf(next));
      await saveProfile.mutateAsync({ openingHours: next.hours, updateMask: { paths: ["opening_hours"] } });
      onSaved();
    },
    [saveConfig.mutateAsync, saveProfile.mutateAsync, onSaved],
  );
  const { save, submit, dirty, busy } = useFormPage(form, onSave);
  const { View } = PANELS.find(({ path }) => path === panel) ?? PANELS[0];
  const format = useFormat();
  const phone = profile.phoneNumber ? { number: profile.phoneNumber, text: format.phone(profile.phoneNumber) } : undefined;
  const facts = factsOf(useWatch({ control: form.control }) as Values, profile, phone);
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "minmax(0, 1fr) 380px" }, gap: 3, alignItems: "start" }}>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: "grid", gap: 2, minWidth: 0 }}>
        <Tabs
          value={PANELS.some(({ path }) => path === panel) ? panel : ""}
          onChange={(_, to: string) => go(pathTo("/online_booking/landing_page/:panel?", { panel: to }))}
          variant="scrollable"
          aria-label="Parts of the storefront"
        >
          {PANELS.map(({ path, label }) => (
            <Tab key={path} value={path} label={label} />
          ))}
        </Tabs>
        <Overtaken fields={theirs} />
        <View form={form} />
        <SaveBar label="Save storefront" dirty={dirty} busy={busy} />
        <UnsavedGuard dirty={dirty} onSave={save} within="/online_booking/landing_page" />
      </Box>
      <Box
        component="section"
        aria-label="How clients see it"
        sx={{ border: 1, borderColor: "line", borderRadius: 1.75, overflow: "hidden", bgcolor: "background.paper" }}
      >
        <Hero facts={facts} heading="h2" />
        <LandingView facts={facts} format={format} />
      </Box>
    </Box>
  );
};

export default LandingPage;
