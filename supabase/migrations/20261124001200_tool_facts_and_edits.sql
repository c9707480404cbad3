-- Facts about tools, lists that filter by them, and suggested edits (docs/decisions/0018).

-- Identifiers of SPDX's list of licenses, with the deprecated ones, as in version 3.0.24 of the npm package
-- spdx-license-ids.
create function private.spdx_ids() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select regexp_split_to_array(btrim('
    0BSD 3D-Slicer-1.0 AAL Abstyles AdaCore-doc Adobe-2006 Adobe-Display-PostScript Adobe-Glyph Adobe-Utopia ADSL
    Advanced-Cryptics-Dictionary AFL-1.1 AFL-1.2 AFL-2.0 AFL-2.1 AFL-3.0 Afmparse AGPL-1.0 AGPL-1.0-only
    AGPL-1.0-or-later AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later Aladdin ALGLIB-Documentation AMD-newlib AMDPLPA AML
    AML-glslang AMPAS ANTLR-PD ANTLR-PD-fallback any-OSI any-OSI-perl-modules Apache-1.0 Apache-1.1 Apache-2.0
    APAFML APL-1.0 App-s2p APSL-1.0 APSL-1.1 APSL-1.2 APSL-2.0 Arphic-1999 Artistic-1.0 Artistic-1.0-cl8
    Artistic-1.0-Perl Artistic-2.0 Artistic-dist Aspell-RU ASWF-Digital-Assets-1.0 ASWF-Digital-Assets-1.1 atc-game
    Baekmuk Bahyph Barr bcrypt-Solar-Designer Beerware Bitstream-Charter Bitstream-Vera BitTorrent-1.0
    BitTorrent-1.1 blessing BlueOak-1.0.0 Boehm-GC Boehm-GC-without-fee BOLA-1.1 Borceux Brian-Gladman-2-Clause
    Brian-Gladman-3-Clause Brian-Gladman-3-Clause-no-conversion BSD-1-Clause BSD-2-Clause BSD-2-Clause-Darwin
    BSD-2-Clause-first-lines BSD-2-Clause-FreeBSD BSD-2-Clause-NetBSD BSD-2-Clause-Patent BSD-2-Clause-pkgconf-
    disclaimer BSD-2-Clause-pos-unchanged BSD-2-Clause-Views BSD-3-Clause BSD-3-Clause-acpica BSD-3-Clause-
    Attribution BSD-3-Clause-Clear BSD-3-Clause-flex BSD-3-Clause-HP BSD-3-Clause-LBNL BSD-3-Clause-Modification
    BSD-3-Clause-No-Military-License BSD-3-Clause-No-Nuclear-License BSD-3-Clause-No-Nuclear-License-2014
    BSD-3-Clause-No-Nuclear-Warranty BSD-3-Clause-Open-MPI BSD-3-Clause-OpenWebUI BSD-3-Clause-Sun BSD-3-Clause-Tso
    BSD-4-Clause BSD-4-Clause-Shortened BSD-4-Clause-UC BSD-4.3RENO BSD-4.3TAHOE BSD-Advertising-Acknowledgement
    BSD-ask-to-endorse BSD-Attribution-HPND-disclaimer BSD-Inferno-Nettverk BSD-Mark-Modifications BSD-Protection
    BSD-Source-alt-GPL BSD-Source-beginning-file BSD-Source-Code BSD-Source-Code-no-disclaimer BSD-Systemics BSD-
    Systemics-W3Works BSL-1.0 Buddy Bugroff BUSL-1.1 bzip2-1.0.5 bzip2-1.0.6 C-UDA-1.0 CAL-1.0 CAL-1.0-Combined-
    Work-Exception Caldera Caldera-no-preamble CAPEC-tou Catharon CATOSL-1.1 CC-BY-1.0 CC-BY-2.0 CC-BY-2.5 CC-
    BY-2.5-AU CC-BY-3.0 CC-BY-3.0-AT CC-BY-3.0-AU CC-BY-3.0-DE CC-BY-3.0-IGO CC-BY-3.0-NL CC-BY-3.0-US CC-BY-4.0 CC-
    BY-NC-1.0 CC-BY-NC-2.0 CC-BY-NC-2.5 CC-BY-NC-3.0 CC-BY-NC-3.0-DE CC-BY-NC-3.0-IGO CC-BY-NC-4.0 CC-BY-NC-ND-1.0
    CC-BY-NC-ND-2.0 CC-BY-NC-ND-2.5 CC-BY-NC-ND-3.0 CC-BY-NC-ND-3.0-DE CC-BY-NC-ND-3.0-IGO CC-BY-NC-ND-4.0 CC-BY-NC-
    SA-1.0 CC-BY-NC-SA-2.0 CC-BY-NC-SA-2.0-DE CC-BY-NC-SA-2.0-FR CC-BY-NC-SA-2.0-UK CC-BY-NC-SA-2.5 CC-BY-NC-SA-3.0
    CC-BY-NC-SA-3.0-DE CC-BY-NC-SA-3.0-IGO CC-BY-NC-SA-4.0 CC-BY-ND-1.0 CC-BY-ND-2.0 CC-BY-ND-2.5 CC-BY-ND-3.0 CC-
    BY-ND-3.0-DE CC-BY-ND-4.0 CC-BY-SA-1.0 CC-BY-SA-2.0 CC-BY-SA-2.0-UK CC-BY-SA-2.1-JP CC-BY-SA-2.5 CC-BY-SA-3.0
    CC-BY-SA-3.0-AT CC-BY-SA-3.0-DE CC-BY-SA-3.0-IGO CC-BY-SA-4.0 CC-PDDC CC-PDM-1.0 CC-SA-1.0 CC0-1.0 CDDL-1.0
    CDDL-1.1 CDL-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0 CDLA-Sharing-1.0 CECILL-1.0 CECILL-1.1 CECILL-2.0
    CECILL-2.1 CECILL-B CECILL-C CERN-OHL-1.1 CERN-OHL-1.2 CERN-OHL-P-2.0 CERN-OHL-S-2.0 CERN-OHL-W-2.0 CFITSIO
    check-cvs checkmk ClArtistic Clips CMU-Mach CMU-Mach-nodoc CNRI-Jython CNRI-Python CNRI-Python-GPL-Compatible
    COIL-1.0 Community-Spec-1.0 Condor-1.1 copyleft-next-0.3.0 copyleft-next-0.3.1 Cornell-Lossless-JPEG CPAL-1.0
    CPL-1.0 CPOL-1.02 Cronyx Crossword CryptoSwift CrystalStacker CUA-OPL-1.0 Cube curl cve-tou D-FSL-1.0
    DEC-3-Clause diffmark DL-DE-BY-2.0 DL-DE-ZERO-2.0 DOC DocBook-DTD DocBook-Schema DocBook-Stylesheet DocBook-XML
    Dotseqn DRL-1.0 DRL-1.1 DSDP dtoa dvipdfm ECL-1.0 ECL-2.0 eCos-2.0 EFL-1.0 EFL-2.0 eGenix Elastic-2.0 Entessa
    EPICS EPL-1.0 EPL-2.0 ErlPL-1.1 ESA-PL-permissive-2.4 ESA-PL-strong-copyleft-2.4 ESA-PL-weak-copyleft-2.4
    etalab-2.0 EUDatagrid EUPL-1.0 EUPL-1.1 EUPL-1.2 Eurosym Fair FBM FDK-AAC FDK-MPEG-H Ferguson-Twofish
    Frameworx-1.0 FreeBSD-DOC FreeImage FSFAP FSFAP-no-warranty-disclaimer FSFUL FSFULLR FSFULLRSD FSFULLRWD
    FSL-1.1-ALv2 FSL-1.1-MIT FTL Furuseth fwlw Game-Programming-Gems GCR-docs GD generic-xts GFDL-1.1
    GFDL-1.1-invariants-only GFDL-1.1-invariants-or-later GFDL-1.1-no-invariants-only GFDL-1.1-no-invariants-or-
    later GFDL-1.1-only GFDL-1.1-or-later GFDL-1.2 GFDL-1.2-invariants-only GFDL-1.2-invariants-or-later
    GFDL-1.2-no-invariants-only GFDL-1.2-no-invariants-or-later GFDL-1.2-only GFDL-1.2-or-later GFDL-1.3
    GFDL-1.3-invariants-only GFDL-1.3-invariants-or-later GFDL-1.3-no-invariants-only GFDL-1.3-no-invariants-or-
    later GFDL-1.3-only GFDL-1.3-or-later Giftware GL2PS Glide Glulxe GLWTPL gnuplot GPL-1.0 GPL-1.0-only
    GPL-1.0-or-later GPL-2.0 GPL-2.0-only GPL-2.0-or-later GPL-2.0-with-autoconf-exception GPL-2.0-with-bison-
    exception GPL-2.0-with-classpath-exception GPL-2.0-with-font-exception GPL-2.0-with-GCC-exception GPL-3.0
    GPL-3.0-only GPL-3.0-or-later GPL-3.0-with-autoconf-exception GPL-3.0-with-GCC-exception Graphics-Gems
    gSOAP-1.3b gtkbook Gutmann HaskellReport HDF5 hdparm HIDAPI Hippocratic-2.1 Hippocratic-3.0-core HP-1986 HP-1989
    HPND HPND-DEC HPND-doc HPND-doc-sell HPND-export-US HPND-export-US-acknowledgement HPND-export-US-modify HPND-
    export2-US HPND-Fenneberg-Livingston HPND-INRIA-IMAG HPND-Intel HPND-Kevlin-Henney HPND-Markus-Kuhn HPND-
    merchantability-variant HPND-MIT-disclaimer HPND-Netrek HPND-Pbmplus HPND-sell-MIT-disclaimer-xserver HPND-sell-
    regexpr HPND-sell-variant HPND-sell-variant-critical-systems HPND-sell-variant-MIT-disclaimer HPND-sell-variant-
    MIT-disclaimer-rev HPND-SMC HPND-UC HPND-UC-export-US HTMLTIDY hyphen-bulgarian IBM-pibs ICU IEC-Code-
    Components-EULA IJG IJG-short ImageMagick iMatix Imlib2 Info-ZIP Informatica Inner-Net-2.0 InnoSetup Intel
    Intel-ACPI Interbase-1.0 IPA IPL-1.0 ISC ISC-Veillard ISO-permission Jam JasPer-2.0 jove JPL-image JPNIC JSON
    Kastrup Kazlib Knuth-CTAN LAL-1.2 LAL-1.3 Latex2e Latex2e-translated-notice Leptonica LGPL-2.0 LGPL-2.0-only
    LGPL-2.0-or-later LGPL-2.1 LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0 LGPL-3.0-only LGPL-3.0-or-later LGPLLR
    Libpng libpng-1.6.35 libpng-2.0 libselinux-1.0 libtiff libutil-David-Nugent LiLiQ-P-1.1 LiLiQ-R-1.1 LiLiQ-
    Rplus-1.1 Linux-man-pages-1-para Linux-man-pages-copyleft Linux-man-pages-copyleft-2-para Linux-man-pages-
    copyleft-var Linux-OpenIB LOOP LPD-document LPL-1.0 LPL-1.02 LPPL-1.0 LPPL-1.1 LPPL-1.2 LPPL-1.3a LPPL-1.3c lsof
    Lucida-Bitmap-Fonts LZMA-SDK-9.11-to-9.20 LZMA-SDK-9.22 Mackerras-3-Clause Mackerras-3-Clause-acknowledgment
    magaz mailprio MakeIndex man2html Martin-Birgmeier McPhee-slideshow metamail Minpack MIPS MirOS MIT MIT-0 MIT-
    advertising MIT-Click MIT-CMU MIT-enna MIT-feh MIT-Festival MIT-Khronos-old MIT-Modern-Variant MIT-open-group
    MIT-STK MIT-testregex MIT-Wu MITNFA MMIXware MMPL-1.0.1 Motosoto MPEG-SSG mpi-permissive mpich2 MPL-1.0 MPL-1.1
    MPL-2.0 MPL-2.0-no-copyleft-exception mplus MS-LPL MS-PL MS-RL MTLL MulanPSL-1.0 MulanPSL-2.0 Multics Mup
    MVT-1.1 NAIST-2003 NASA-1.3 Naumen NBPL-1.0 NCBI-PD NCGL-UK-2.0 NCL NCSA Net-SNMP NetCDF Newsletr NGPL ngrep
    NICTA-1.0 NIST-PD NIST-PD-fallback NIST-PD-TNT NIST-Software NLOD-1.0 NLOD-2.0 NLPL Nokia NOSL Noweb NPL-1.0
    NPL-1.1 NPOSL-3.0 NRL NTIA-PD NTP NTP-0 Nunit O-UDA-1.0 OAR OCCT-PL OCLC-2.0 ODbL-1.0 ODC-By-1.0 OFFIS OFL-1.0
    OFL-1.0-no-RFN OFL-1.0-RFN OFL-1.1 OFL-1.1-no-RFN OFL-1.1-RFN OGC-1.0 OGDL-Taiwan-1.0 OGL-Canada-2.0 OGL-UK-1.0
    OGL-UK-2.0 OGL-UK-3.0 OGTSL OLDAP-1.1 OLDAP-1.2 OLDAP-1.3 OLDAP-1.4 OLDAP-2.0 OLDAP-2.0.1 OLDAP-2.1 OLDAP-2.2
    OLDAP-2.2.1 OLDAP-2.2.2 OLDAP-2.3 OLDAP-2.4 OLDAP-2.5 OLDAP-2.6 OLDAP-2.7 OLDAP-2.8 OLFL-1.3 OML OpenMDW-1.0
    OpenPBS-2.3 OpenSSL OpenSSL-standalone OpenVision OPL-1.0 OPL-UK-3.0 OPUBL-1.0 OSC-1.0 OSET-PL-2.1 OSL-1.0
    OSL-1.1 OSL-2.0 OSL-2.1 OSL-3.0 OSSP PADL ParaType-Free-Font-1.3 Parity-6.0.0 Parity-7.0.0 PDDL-1.0 PHP-3.0
    PHP-3.01 Pixar pkgconf Plexus pnmstitch PolyForm-Noncommercial-1.0.0 PolyForm-Small-Business-1.0.0 PostgreSQL
    PPL PSF-2.0 psfrag psutils Python-2.0 Python-2.0.1 python-ldap Qhull QPL-1.0 QPL-1.0-INRIA-2004 radvd Rdisc
    RHeCos-1.1 RPL-1.1 RPL-1.5 RPSL-1.0 RSA-MD RSCPL Ruby Ruby-pty SAX-PD SAX-PD-2.0 Saxpath SCEA SchemeReport
    Sendmail Sendmail-8.23 Sendmail-Open-Source-1.1 SGI-B-1.0 SGI-B-1.1 SGI-B-2.0 SGI-OpenGL SGMLUG-PM SGP4 SHL-0.5
    SHL-0.51 SimPL-2.0 SISSL SISSL-1.2 SL Sleepycat SMAIL-GPL SMLNJ SMPPL SNIA snprintf SOFA softSurfer Soundex
    Spencer-86 Spencer-94 Spencer-99 SPL-1.0 ssh-keyscan SSH-OpenSSH SSH-short SSLeay-standalone SSPL-1.0
    StandardML-NJ SugarCRM-1.1.3 SUL-1.0 Sun-PPP Sun-PPP-2000 SunPro SWL swrule Symlinks TAPR-OHL-1.0 TCL TCP-
    wrappers TekHVC TermReadKey TGPPL-1.0 ThirdEye threeparttable TMate TORQUE-1.1 TOSL TPDL TPL-1.0 TrustedQSL TTWL
    TTYP0 TU-Berlin-1.0 TU-Berlin-2.0 Ubuntu-font-1.0 UCAR UCL-1.0 ulem UMich-Merit Unicode-3.0 Unicode-DFS-2015
    Unicode-DFS-2016 Unicode-TOU UnixCrypt Unlicense Unlicense-libtelnet Unlicense-libwhirlpool UnRAR UPL-1.0 URT-
    RLE Vim Vixie-Cron VOSTROM VSL-1.0 W3C W3C-19980720 W3C-20150513 w3m Watcom-1.0 Widget-Workshop WordNet Wsuipa
    WTFNMFPL WTFPL wwl wxWindows X11 X11-distribute-modifications-variant X11-no-permit-persons X11-swapped
    Xdebug-1.03 Xerox Xfig XFree86-1.1 xinetd xkeyboard-config-Zinoviev xlock Xnet xpp XSkat xzoom YPL-1.0 YPL-1.1
    Zed Zeeff Zend-2.0 Zimbra-1.3 Zimbra-1.4 Zlib zlib-acknowledgement ZPL-1.1 ZPL-2.0 ZPL-2.1
  ', E' \n'), '\s+')
$$;

-- A license in the spelling of SPDX: an identifier, a LicenseRef, proprietary, or several of these with AND, OR and
-- WITH. Null if a part of it is none of them.
create function private.normalize_license(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  words text[] := regexp_split_to_array(btrim(value), '\s+');
  word text;
  known text;
begin
  if length(value) > 100 or cardinality(words) % 2 = 0 then
    return null;
  end if;
  for i in 1 .. cardinality(words) loop
    word := words[i];
    if i % 2 = 0 then
      known := case when upper(word) in ('AND', 'OR', 'WITH') then upper(word) end;
    elsif i > 1 and words[i - 1] = 'WITH' then
      known := case when word ~ '^[A-Za-z0-9][A-Za-z0-9.-]*$' then word end;
    elsif word ~* '^LicenseRef-[A-Za-z0-9.-]+$' then
      known := 'LicenseRef-' || substr(word, 12);
    elsif lower(word) = 'proprietary' then
      known := 'proprietary';
    else
      known := coalesce(
        (select word where word = any (private.spdx_ids())),
        (select id from unnest(private.spdx_ids()) as id where lower(id) = lower(word)),
        -- "or any later version", which the deprecated identifiers have.
        (select id || '+' from unnest(private.spdx_ids()) as id where lower(id) || '+' = lower(word)));
    end if;
    if known is null then
      return null;
    end if;
    words[i] := known;
  end loop;
  return array_to_string(words, ' ');
end $$;

-- Whether a text is a license in the spelling of SPDX.
create function private.is_license(value text) returns boolean
language sql immutable parallel safe security definer set search_path = '' as $$
  select value is null or coalesce(private.normalize_license(value) = value, false)
$$;
grant execute on function private.is_license to anon, authenticated, service_role;

create function private.is_open_source(license text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select exists (select from regexp_split_to_table(license, ' OR ') as alternative
    where alternative !~* '(^| )(proprietary|BUSL-|SSPL-|Elastic-|FSL-|PolyForm-|LicenseRef-|CC-BY(-[A-Z]+)*-N[CD])')
$$;

-- A price on request is a paid tool without a published price.
update public.tool_facts set pricing_model = 'paid' where pricing_model = 'on_request';
update public.tool_facts set license = 'Elastic-2.0' where license = 'ELv2';
update public.tool_facts set license = 'FSL-1.1-ALv2' where license = 'FSL-1.1-Apache-2.0';
update public.tool_facts set license = private.normalize_license(license) where not private.is_license(license);
update private.removed_content set row_data = row_data || '{"pricing_model": "paid"}'
  where table_name = 'public.tool_facts' and row_data ->> 'pricing_model' = 'on_request';
alter table public.tool_facts
  drop constraint tool_facts_pricing_model_check,
  drop constraint tool_facts_license_length,
  add constraint tool_facts_pricing_model check (pricing_model in ('free', 'freemium', 'paid')),
  add constraint tool_facts_license_form check (private.is_license(license)),
  add price_from numeric(10, 2) constraint tool_facts_price_range check (price_from > 0),
  add price_currency char(3) constraint tool_facts_currency_form check (price_currency ~ '^[A-Z]{3}$'),
  add price_period text constraint tool_facts_price_period check (price_period in ('month', 'year', 'once')),
  add price_checked_on date,
  add price_source_url text constraint tool_facts_price_source_format check (private.is_web_address(price_source_url)),
  add platforms text[] constraint tool_facts_platforms check (platforms <@ '{web,windows,macos,linux,ios,android,self_hosted}'),
  add repository_url text constraint tool_facts_repository_format check (private.is_web_address(repository_url)),
  add latest_version text constraint tool_facts_version_length check (length(latest_version) between 1 and 40),
  add latest_version_on date,
  add discontinued_on date,
  add successor_id uuid constraint tool_facts_other_successor check (successor_id <> tool_id),
  add constraint tool_facts_price_complete check (price_from is null or num_nulls(price_currency, price_period, price_checked_on, price_source_url) = 0);

alter table public.tools add facets text[] not null default '{}';
create index tools_facets_idx on public.tools using gin (facets);

create function private.sort_platforms(platforms text[]) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_agg(known.name order by known.place)
  from unnest('{web,windows,macos,linux,ios,android,self_hosted}'::text[]) with ordinality as known (name, place)
  where known.name = any (platforms)
$$;

create function private.prepare_tool_facts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- An unknown one is left for the constraint.
  if new.platforms <@ '{web,windows,macos,linux,ios,android,self_hosted}' then
    new.platforms := private.sort_platforms(new.platforms);
  end if;
  return new;
end $$;
create trigger prepare_tool_facts before insert or update of platforms on public.tool_facts
  for each row execute function private.prepare_tool_facts();

create function private.build_facets(facts public.tool_facts) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(facet order by facet), '{}') from (
    select 'pricing:' || facts.pricing_model as facet
    union all select 'platform:' || platform from unnest(facts.platforms) as platform
    union all select 'license:' || case when facts.license = 'proprietary' then 'proprietary'
      when private.is_open_source(facts.license) then 'open_source' end
  ) known where facet is not null
$$;

create function private.set_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and old.tool_id <> new.tool_id then
    update public.tools set facets = '{}' where id = old.tool_id and facets <> '{}';
  end if;
  if tg_op <> 'DELETE' then
    update public.tools set facets = private.build_facets(new)
      where id = new.tool_id and facets <> private.build_facets(new);
  end if;
  return null;
end $$;
create trigger set_facets after insert or update or delete on public.tool_facts
  for each row execute function private.set_facets();

create table private.facet_counts (
  category text not null,
  facet text not null,
  counted integer not null,
  primary key (category, facet)
);
alter table private.facet_counts enable row level security;
create policy service_all on private.facet_counts to service_role using (true) with check (true);
grant select, insert, update, delete on private.facet_counts to service_role;

create trigger count_facets_on_insert after insert on public.tools
  referencing new table as new_rows for each statement
  execute function private.count_rows('private.facet_counts', 'category, facet',
    $$select listed as category, facet, %1$s as step from %2$s, unnest(categories || ''::text) as listed, unnest(facets) as facet$$);
create trigger count_facets_on_delete after delete on public.tools
  referencing old table as old_rows for each statement
  execute function private.count_rows('private.facet_counts', 'category, facet',
    $$select listed as category, facet, %1$s as step from %2$s, unnest(categories || ''::text) as listed, unnest(facets) as facet$$);

create function private.count_changed_facets() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.facet_counts as counts (category, facet, counted)
  select category, facet, sum(step) from (
    select category, facet, -1 as step from unnest(old.categories || ''::text) as category, unnest(old.facets) as facet
    union all
    select category, facet, 1 from unnest(new.categories || ''::text) as category, unnest(new.facets) as facet
  ) steps group by category, facet having sum(step) <> 0 order by category, facet
  on conflict (category, facet) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_changed_facets after update on public.tools for each row
  when (old.facets <> new.facets or old.categories <> new.categories)
  execute function private.count_changed_facets();

update public.tools t set facets = private.build_facets(f)
  from public.tool_facts f where f.tool_id = t.id and t.facets <> private.build_facets(f);

drop trigger announce_facts on public.tools;
create trigger announce_facts after update on public.tools
  for each row when (
    (old.name, old.slug, old.description, old.logo_url, old.website_url, old.category, old.categories,
     old.subcategories, old.facets, old.updated_at)
    is distinct from (new.name, new.slug, new.description, new.logo_url, new.website_url, new.category, new.categories,
     new.subcategories, new.facets, new.updated_at))
  execute function private.announce_tags('tools', 'tool:id');
drop trigger announce_tags on public.tool_facts;
create trigger announce_tags after insert or update or delete on public.tool_facts
  for each row execute function private.announce_tags('tools', 'tool:tool_id');

-- The parameters pricing, platform and license.
drop function public.search_tools(text, text, numeric, text, integer, text);
drop function public.count_tools(text, text, numeric);
drop function public.explain_rank(text, uuid, text, text, text, numeric, uuid);
drop function private.build_tool_list(text, text, numeric, text);
drop function private.build_tool_filter(text, tsquery, text, numeric);
create function private.wanted_facets(pricing text, platform text, license text) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array['pricing:' || nullif(pricing, ''), 'platform:' || nullif(platform, ''),
    'license:' || nullif(license, '')], null)
$$;

create function private.is_frequent(terms tsquery) returns boolean
language sql stable set search_path = '' as $$
  select count(*) > 5 from (select search from public.tools order by review_count desc, id desc limit 100) t where t.search @@ terms
$$;

create function private.build_tool_filter(words text, terms tsquery, category text, min_rating numeric,
  facets text[] default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  category_name text := private.find_category(category);
  tool_filter text := 'true';
begin
  if terms is not null then
    tool_filter := format('t.search @@ %L::tsquery', terms);
  elsif words <> '' then
    -- Neither the words nor the most similar ones: a name may be written as two words, or as one.
    tool_filter := format('%L operator(extensions.<%%) t.name_folded', words);
  end if;
  if category_name is not null then
    tool_filter := tool_filter || format(' and t.categories @> array[%L]', category_name);
  elsif coalesce(category, '') <> '' then
    tool_filter := tool_filter || format(' and strpos(lower(t.category), %L) > 0', lower(category));
  end if;
  if min_rating > 0 then
    -- The expression of tools_rating_idx, so that PostgreSQL can combine it with the index of categories.
    tool_filter := tool_filter || format(' and coalesce(t.rating_average, 0) >= %L', min_rating);
  end if;
  if cardinality(facets) > 0 then
    if terms is null or private.is_frequent(terms) then
      tool_filter := format('t.facets @> %L::text[] and ', facets) || tool_filter;
    else
      tool_filter := tool_filter || format(' and (t.facets || ''{}''::text[]) @> %L::text[]', facets);
    end if;
  end if;
  return tool_filter;
end $$;

create function private.build_tool_list(query text, in_category text, min_rating numeric, sort text, facets text[], out keys text[],
  out direction text, out source text, out tool_filter text, out named_tools tid[], out words text, out terms tsquery)
language plpgsql stable set search_path = '' as $$
declare
  max_candidates constant integer := case when cardinality(facets) > 0 then 200 else 600 end;
  max_most_reviewed constant integer := 200;
  name_filter text;
  most_reviewed tid[];
  by_relevance boolean;
begin
  named_tools := '{}';
  source := 'public.tools t';
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating, facets);
  by_relevance := sort = 'relevance' and words <> '';
  if by_relevance then
    if terms is not null then
      name_filter := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s and (t.facets || ''{}''::text[]) @> %L::text[]',
        terms, private.build_tool_filter('', null, in_category, min_rating), facets);
      execute format('select array(select t.ctid from public.tools t where %s limit %s)', name_filter, max_candidates + 1)
        into named_tools;
      -- If there are more, those among the most reviewed tools of the site are in any case candidates.
      if cardinality(named_tools) > max_candidates then
        execute format('select array(select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit %s) t where %s)',
          max_most_reviewed, name_filter) into most_reviewed;
        named_tools := most_reviewed || array((select unnest(named_tools) except select unnest(most_reviewed))
          limit max_candidates - cardinality(most_reviewed));
      end if;
    end if;
    source := format(
      '(select scored.*, (1000000 * (name_score + text_score + rating_score + reviews_score))::bigint as score
       from (select t.*,
         (case when t.name_folded = %1$L then 101
           when starts_with(t.name_folded, %1$L) then 10 + length(%1$L)::float8 / length(t.name_folded) else %2$s end)::float8 as name_score,
         (%3$s)::float8 as text_score, coalesce(t.rating_average, 0)::float8 / 50 as rating_score, ln(1 + t.review_count)::float8 / 50 as reviews_score
       from public.tools t where t.ctid = any(array(
         select unnest($1)
         union all (select t.ctid from public.tools t where %4$s and t.ctid <> all($1) order by t.review_count desc, t.id desc limit %5$s)
         union all select t.ctid from public.tools t where t.name_folded collate "C" = %1$L and %4$s))) scored) t',
      words,
      case when terms is null then format('private.name_similarity(t.name_folded, %L)', words)
        else format('extensions.similarity(t.name_folded, %L)', words) end,
      case when terms is null then '0' else format('4 * ts_rank(t.search, %L::tsquery)', terms) end,
      tool_filter, max_candidates - cardinality(named_tools));
    tool_filter := 'true';
  end if;
  case when by_relevance then keys := '{t.score,t.id}'; direction := 'desc';
    when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- An unrated tool is not the lowest rated one: it comes last.
    when sort = 'rating-asc' then
      keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
      -- The minimum in the expression of this order's index, which then begins there.
      if min_rating > 0 then
        tool_filter := private.build_tool_filter(words, terms, in_category, 0, facets)
          || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'adjusted-desc' then
      keys := array['coalesce(t.adjusted_rating, 0)', 't.review_count', 't.id']; direction := 'desc';
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
end $$;

create function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null, pricing text default null,
  platform text default null, license text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  list record;
  cursor_values text[];
  cursor_filter text := '';
begin
  select * into list from private.build_tool_list(query, in_category, min_rating, sort,
    private.wanted_facets(pricing, platform, license));
  if after is not null then
    begin
      cursor_values := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end;
    if cardinality(cursor_values) <> cardinality(list.keys) or array_position(cursor_values, null) is not null then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end if;
    select format(' and (%s) %s (%s)', array_to_string(list.keys, ', '), case list.direction when 'desc' then '<' else '>' end,
        string_agg(quote_literal(part), ', ' order by place))
      into cursor_filter from unnest(cursor_values) with ordinality as parts (part, place);
  end if;
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count,
       jsonb_build_array(%s)::text
     from %s where %s%s order by %s limit %s',
    array_to_string(list.keys, ', '), list.source, list.tool_filter, cursor_filter,
    array_to_string(list.keys, ' ' || list.direction || ', ') || ' ' || list.direction,
    least(greatest(coalesce(page_size, 24), 1), 100))
    using list.named_tools;
end $$;

create function private.count_rare_tools(tool_filter text, max_count integer) returns bigint
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  result bigint;
begin
  execute format('select count(*) from (select from public.tools t where %s limit %s) found', tool_filter, max_count) into result;
  return result;
end $$;

create function public.count_tools(query text default '', in_category text default null, min_rating numeric default 0,
  pricing text default null, platform text default null, license text default null)
returns bigint
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  words text;
  terms tsquery;
  category_name text := private.find_category(in_category);
  facets constant text[] := private.wanted_facets(pricing, platform, license);
  max_count integer := 601;
  tool_filter text;
  result bigint;
begin
  select q.words, q.terms into words, terms from private.parse_search_query(query) q;
  if words = '' and cardinality(facets) = 0 and (category_name is not null or coalesce(in_category, '') = '') then
    return (select coalesce(sum(counted), 0) from private.tool_counts
      where tool_counts.category = coalesce(category_name, '') and rating >= greatest(coalesce(min_rating, 0), 0));
  end if;
  if words = '' and cardinality(facets) = 1 and coalesce(min_rating, 0) <= 0
    and (category_name is not null or coalesce(in_category, '') = '')
  then
    return coalesce((select counted from private.facet_counts
      where facet_counts.category = coalesce(category_name, '') and facet = facets[1]), 0);
  end if;
  tool_filter := private.build_tool_filter(words, terms, in_category, min_rating, facets);
  if cardinality(facets) > 0 then
    max_count := case when words <> '' then 201 else 601 end;
    -- A facet that less than a fifth of all tools have.
    if (select coalesce(min(coalesce(f.counted, 0)), 0) from unnest(facets) as wanted
        left join private.facet_counts f on f.category = '' and f.facet = wanted) * 5
      < (select sum(counted) from private.tool_counts where tool_counts.category = '')
    then
      return private.count_rare_tools(tool_filter, max_count);
    end if;
  end if;
  -- In a category, where more than a fifth of all tools have the rating, the index of ratings costs
  -- more than it saves. The sum in the condition keeps the planner away from it.
  if words <> '' and category_name is not null and min_rating > 0 and (
    select sum(counted) filter (where rating >= min_rating) * 5 > sum(counted) from private.tool_counts where category = '') then
    tool_filter := private.build_tool_filter(words, terms, in_category, 0, facets)
      || format(' and coalesce(t.rating_average, 0) + 0 >= %L', min_rating);
  end if;
  execute format('select count(*) from (select from public.tools t where %s%s) found',
    tool_filter, case when words <> '' or cardinality(facets) > 0 then ' limit ' || max_count else '' end)
    into result;
  return result;
end $$;

create function public.explain_rank(list text, subject uuid, sort text default null, query text default '',
  in_category text default null, min_rating numeric default 0, alternatives_of uuid default null, pricing text default null,
  platform text default null, license text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  max_rank constant integer := 600;
  tools_list record;
  compared public.tools;
  named_tools tid[] := '{}';
  source text := 'public.tools t';
  list_filter text := 'true';
  list_order text;
  sort_key text;
  kind text;
  result jsonb;
begin
  case explain_rank.list
    when 'launches' then
      source := format(
        '(select l.id, coalesce(tool.name, l.tagline) as name, l.upvotes_count
          from private.launches l left join public.tools tool on tool.id = l.tool_id
          where l.launch_date = (select launch_date from private.launches where id = %L)) t', explain_rank.subject);
      sort_key := 't.upvotes_count';
      list_order := 't.upvotes_count desc, t.id desc';
      kind := 'upvotes';
    when 'featured' then
      list_filter := private.featured_filter();
      sort_key := 'coalesce(t.rating_average, 0)';
      list_order := private.featured_order();
      kind := 'rating';
    when 'alternatives' then
      select * into compared from public.tools t where t.id = explain_rank.alternatives_of;
      if compared.id is null then
        raise exception 'We could not find this content.' using errcode = 'PT404';
      end if;
      source := format('(select t.*, (t.subcategories && %L::text[])::integer as is_close from public.tools t
        where t.categories && %L::text[] and t.id <> %L and t.review_count > 0) t',
        compared.subcategories, compared.categories, compared.id);
      sort_key := format('(10 * t.is_close + %s)', private.weighted_rating());
      list_order := sort_key || ' desc, t.review_count desc, t.id';
      kind := 'alternatives';
    when 'tools' then
      select * into tools_list from private.build_tool_list(explain_rank.query, explain_rank.in_category,
        explain_rank.min_rating, explain_rank.sort,
        private.wanted_facets(explain_rank.pricing, explain_rank.platform, explain_rank.license));
      source := tools_list.source;
      named_tools := tools_list.named_tools;
      list_filter := tools_list.tool_filter;
      list_order := array_to_string(tools_list.keys, ' ' || tools_list.direction || ', ') || ' ' || tools_list.direction;
      kind := case when tools_list.keys[1] = 't.score' then 'relevance' when tools_list.keys[1] like '%adjusted%' then 'adjusted'
        when tools_list.keys[1] like '%rating%' then 'rating' when tools_list.keys[1] like '%count' then 'reviews' else 'names' end;
      sort_key := case kind when 'relevance' then 't.score / 1000000.0' when 'names' then 'null::numeric' else tools_list.keys[1] end;
    else
      raise exception 'list is tools, featured, alternatives or launches' using errcode = 'invalid_parameter_value';
  end case;
  execute format(
    $statement$with ranked as materialized (
       select t.id, t.name, %1$s as sort_key, row_number() over (order by %4$s) as rank
       from %2$s where %3$s order by %4$s limit %5$s + 1
     ), place as (
       select rank from ranked where id = $2 and rank <= %5$s
     ), subject as (
       select %1$s as sort_key, %6$s as terms from %2$s where %3$s and t.id = $2
     )
     select jsonb_build_object('rank', (select rank from place), 'sort_key', (select sort_key from subject),
       'terms', coalesce((select terms from subject), '[]'),
       'above', (select jsonb_build_object('id', id, 'name', name, 'sort_key', sort_key) from ranked where rank = (select rank - 1 from place)),
       'below', (select jsonb_build_object('id', id, 'name', name, 'sort_key', sort_key) from ranked where rank = (select rank + 1 from place)))$statement$,
    sort_key, source, list_filter, list_order, max_rank, private.build_rank_terms(kind, sort_key))
    into result using named_tools, explain_rank.subject;
  if result -> 'rank' = 'null' and not (case when explain_rank.list = 'launches'
    then exists (select from private.launches where id = explain_rank.subject)
    else exists (select from public.tools where id = explain_rank.subject) end)
  then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;
grant execute on function public.search_tools, public.count_tools, public.explain_rank to anon, authenticated, service_role;

alter table private.email_queue drop constraint email_queue_kind_check;
alter table private.email_queue add constraint email_queue_kind_check check (kind in ('report_received', 'report_resolved',
  'urgent_report', 'content_decision', 'account_decision', 'appeal_resolved', 'edit_declined'));

-- Edits move with their tool, and are part of the data of a member.
create or replace function private.forget_submitter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.removed_content set row_data = row_data || '{"suggested_by": null}'
    where owner_id is null and table_name = 'public.tool_edits' and row_data ->> 'suggested_by' = old.user_id::text;
  update private.removed_content set row_data = row_data || '{"submitted_by": null}'
    where table_name = 'public.tools' and row_data ->> 'submitted_by' = old.user_id::text;
  return null;
end $$;

create or replace function private.remove_content(decision bigint, subject_type text, subject_id uuid,
  remove_all boolean default false, moved_as text default 'remove') returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_person uuid := case when subject_type = 'profile' and remove_all then subject_id end;
  removed_tools uuid[] := case when subject_type = 'tool' then array[subject_id] else '{}' end;
  removed_reviews uuid[];
  removed_launches uuid[];
begin
  perform set_config('toolmark.moving_content', moved_as, true);
  if of_person is not null then
    -- Waits for what the member is writing.
    perform from private.profiles where user_id = of_person for update;
    removed_tools := array(select t.id from public.tools t where t.submitted_by = of_person and not exists (
      select from public.reviews r where r.tool_id = t.id and r.user_id is distinct from of_person));
  end if;
  -- Arrays instead of sub-selects, so that PostgreSQL combines the indexes.
  removed_reviews := array(select r.id from public.reviews r
    where subject_type = 'review' and r.id = remove_content.subject_id
      or r.tool_id = any (removed_tools) or r.user_id = of_person);
  perform from public.review_helpful_votes v where v.user_id = of_person or v.review_id = any (removed_reviews)
    order by v.review_id, v.user_id for update;
  perform from public.reviews r where r.id = any (removed_reviews || array(
      select v.review_id from public.review_helpful_votes v where v.user_id = of_person))
    order by r.id for update;
  perform from public.tools t where t.id = any (removed_tools || array(
      select r.tool_id from public.reviews r where r.id = any (removed_reviews)))
    order by t.id for update;
  removed_launches := array(select l.id from private.launches l
    where subject_type = 'launch' and l.id = remove_content.subject_id
      or l.tool_id = any (removed_tools) or l.user_id = of_person);
  perform from public.launch_upvotes u where u.user_id = of_person or u.launch_id = any (removed_launches)
    order by u.launch_id, u.user_id for update;
  perform from private.launches l where l.id = any (removed_launches) order by l.id for update;
  -- A tool that is locked gets no further reviews.
  if cardinality(removed_tools) > 0 then
    removed_reviews := removed_reviews || array(select r.id from public.reviews r
      where r.tool_id = any (removed_tools) and r.id <> all (removed_reviews));
    removed_launches := removed_launches || array(select l.id from private.launches l
      where l.tool_id = any (removed_tools) and l.id <> all (removed_launches));
  end if;

  insert into private.removed_content (decision, position, table_name, row_id, owner_id, row_data)
  select remove_content.decision, moved.* from (
    select 1 as position, 'public.tools' as table_name, t.id as row_id, null::uuid as owner_id, to_jsonb(t) as row_data
      from public.tools t where t.id = any (removed_tools)
    union all
    select 2, 'public.tool_facts', f.tool_id, null, to_jsonb(f)
      from public.tool_facts f where f.tool_id = any (removed_tools)
    union all
    -- The history of a tool belongs to the tool, a suggestion that was not accepted to its author.
    select 2, 'public.tool_edits', e.id, case when e.status <> 'accepted' then e.suggested_by end, to_jsonb(e)
      from public.tool_edits e where e.tool_id = any (removed_tools)
    union all
    select 3, 'public.reviews', r.id, r.user_id, to_jsonb(r)
      from public.reviews r where r.id = any (removed_reviews)
    union all
    select 3, 'private.launches', l.id, l.user_id, to_jsonb(l)
      from private.launches l where l.id = any (removed_launches)
    union all
    select 4, 'public.review_revisions', v.review_id, r.user_id, to_jsonb(v)
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.id = any (removed_reviews)
    union all
    select 4, 'public.review_helpful_votes', v.id, v.user_id, to_jsonb(v)
      from public.review_helpful_votes v where v.review_id = any (removed_reviews) or v.user_id = of_person
    union all
    select 4, 'public.launch_upvotes', u.id, u.user_id, to_jsonb(u)
      from public.launch_upvotes u where u.launch_id = any (removed_launches) or u.user_id = of_person
    union all
    select 0, 'private.profiles', p.user_id, p.user_id, to_jsonb(p)
      from private.profiles p where subject_type = 'profile' and p.user_id = remove_content.subject_id
    union all
    select 0, 'public.companies', c.id, null, to_jsonb(c)
      from public.companies c where subject_type = 'company' and c.id = remove_content.subject_id
  ) moved;
  if moved_as = 'remove' then
    -- The trigger of reviews records the events of reviews.
    perform private.record_account_event(coalesce(t.submitted_by, l.user_id), 'content_removed',
        case when t.id is null then 'launch' else 'tool' end,
        jsonb_build_object('title', coalesce(t.name, l.tagline)))
      from unnest(removed_tools || removed_launches) as removed (id)
      left join public.tools t on t.id = removed.id left join private.launches l on l.id = removed.id;
  end if;

  delete from public.review_helpful_votes where user_id = of_person and review_id <> all (removed_reviews);
  delete from public.launch_upvotes where user_id = of_person and launch_id <> all (removed_launches);
  -- Each of them takes its votes along.
  delete from public.reviews where id = any (removed_reviews);
  delete from private.launches where id = any (removed_launches);
  delete from public.tools where id = any (removed_tools);
  if subject_type = 'profile' then
    update private.profiles set first_name = null, last_name = null, bio = null, job_title = null, company_name = null,
      avatar_url = null, username = 'user-' || left(gen_random_uuid()::text, 8)
    where user_id = remove_content.subject_id;
  elsif subject_type = 'company' then
    update public.companies set name = 'Removed company', logo_url = null, website = null, domain = null, size = null,
      industry = null, description = null
    where id = remove_content.subject_id;
  end if;
  perform set_config('toolmark.moving_content', '', true);
end $$;

create or replace function private.restore_content(decision bigint) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  target record;
  counts_of_new_row constant jsonb :=
    '{"review_count": 0, "rating_sum": 0, "rating_counts": [0, 0, 0, 0, 0], "helpful_count": 0, "upvotes_count": 0, "facets": []}';
begin
  perform set_config('toolmark.moving_content', 'restore', true);
  -- A vote or a revision waits in another decision if that one removed its review or launch since, and is dropped
  -- if the review or launch is deleted. A row is removed at most once, so its id finds it.
  update private.removed_content vote set decision = parent.decision
    from private.removed_content parent
    where vote.decision = restore_content.decision and vote.position = 4
      and parent.row_id = coalesce(vote.row_data ->> 'review_id', vote.row_data ->> 'launch_id')::uuid
      and parent.decision <> restore_content.decision and parent.position = 3;
  delete from private.removed_content vote
    where vote.decision = restore_content.decision and vote.position = 4
      and not exists (select from private.removed_content parent where parent.position = 3
        and parent.row_id = coalesce(vote.row_data ->> 'review_id', vote.row_data ->> 'launch_id')::uuid)
      and not exists (select from public.reviews r where r.id = (vote.row_data ->> 'review_id')::uuid)
      and not exists (select from private.launches l where l.id = (vote.row_data ->> 'launch_id')::uuid);
  -- A launch outlives its tool, as when the operator deletes the tool.
  update private.removed_content launch set row_data = launch.row_data || '{"tool_id": null}'
    where launch.decision = restore_content.decision and launch.table_name = 'private.launches'
      and not exists (select from public.tools t where t.id = (launch.row_data ->> 'tool_id')::uuid)
      and not exists (select from private.removed_content tool where tool.position = 1
        and tool.row_id = (launch.row_data ->> 'tool_id')::uuid);
  for target in
    select removed.table_name, jsonb_agg(removed.row_data || counts_of_new_row order by removed.id) as rows,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = removed.table_name::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns
    from private.removed_content removed
    where removed.decision = restore_content.decision and removed.position > 0
    group by removed.position, removed.table_name order by removed.position, removed.table_name
  loop
    -- The member may have voted again since.
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)%3$s',
      target.table_name, target.columns,
      case when target.table_name in ('public.review_helpful_votes', 'public.launch_upvotes') then ' on conflict do nothing' else '' end)
      using target.rows;
  end loop;
  update private.profiles p set
    first_name = coalesce(p.first_name, before.first_name), last_name = coalesce(p.last_name, before.last_name),
    bio = coalesce(nullif(p.bio, ''), before.bio), job_title = coalesce(nullif(p.job_title, ''), before.job_title),
    company_name = coalesce(nullif(p.company_name, ''), before.company_name),
    avatar_url = coalesce(p.avatar_url, before.avatar_url),
    username = case when p.username ~ '^user-[0-9a-f]{8}$' and not exists (
      select from private.profiles other where lower(other.username) = lower(before.username) and other.user_id <> p.user_id)
      then before.username else p.username end
  from private.removed_content removed
  cross join lateral jsonb_populate_record(null::private.profiles, removed.row_data) before
  where removed.decision = restore_content.decision and removed.table_name = 'private.profiles' and p.user_id = removed.row_id;
  update public.companies c set
    name = case when c.name = 'Removed company' then before.name else c.name end,
    logo_url = coalesce(c.logo_url, before.logo_url), website = coalesce(c.website, before.website),
    domain = coalesce(c.domain, before.domain), size = coalesce(c.size, before.size),
    industry = coalesce(c.industry, before.industry), description = coalesce(nullif(c.description, ''), before.description)
  from private.removed_content removed
  cross join lateral jsonb_populate_record(null::public.companies, removed.row_data) before
  where removed.decision = restore_content.decision and removed.table_name = 'public.companies' and c.id = removed.row_id;
  delete from private.removed_content removed where removed.decision = restore_content.decision;
  perform set_config('toolmark.moving_content', '', true);
end $$;

create or replace function public.download_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.require_second_factor();
  return jsonb_build_object(
    'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at, 'said_at_sign_up', raw_user_meta_data,
        'new_email_to_confirm', nullif(email_change, ''), 'new_email_asked_for_at', email_change_sent_at)
      from auth.users where id = me),
    'sessions', (select coalesce(jsonb_agg(jsonb_build_object('signed_in_at', created_at, 'last_used_at', refreshed_at,
        'device', user_agent::text, 'network_address', ip::text, 'level', aal::text) order by created_at), '[]')
      from auth.sessions where user_id = me),
    'accounts_elsewhere', (select coalesce(jsonb_agg(jsonb_build_object('provider', provider, 'what_it_said', identity_data,
        'since', created_at, 'last_sign_in_at', last_sign_in_at) order by created_at), '[]')
      from auth.identities where user_id = me),
    'second_factors', (select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'type', factor_type::text,
        'status', status::text, 'since', created_at) order by created_at), '[]')
      from auth.mfa_factors where user_id = me),
    'profile', (select to_jsonb(p) from private.profiles p where user_id = me),
    'stats', (select to_jsonb(s) from public.user_stats s where user_id = me),
    'reviews', (select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('tool', t.name) order by r.created_at), '[]')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.user_id = me),
    'earlier_versions', (select coalesce(jsonb_agg(to_jsonb(v) order by v.review_id, v.number), '[]')
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.user_id = me),
    'deleted_reviews', (select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'first_published_on', d.first_published_on,
        'deleted_at', d.deleted_at) order by d.deleted_at), '[]')
      from private.deleted_reviews d join public.tools t on t.id = d.tool_id where d.user_id = me),
    'helpful_votes', (select coalesce(jsonb_agg(to_jsonb(v) order by created_at), '[]')
      from public.review_helpful_votes v where user_id = me),
    'tools_added', (select coalesce(jsonb_agg(to_jsonb(t) - 'search' - 'name_folded' order by created_at), '[]')
      from public.tools t where submitted_by = me),
    'suggested_edits', (select coalesce(jsonb_agg(to_jsonb(e) || jsonb_build_object('tool', t.name) order by e.created_at), '[]')
      from public.tool_edits e join public.tools t on t.id = e.tool_id where e.suggested_by = me),
    'launches', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from private.launches l where user_id = me),
    'upvotes', (select coalesce(jsonb_agg(to_jsonb(u) order by created_at), '[]') from public.launch_upvotes u where user_id = me),
    'following', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.following_id where f.follower_id = me),
    'followers', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'since', f.created_at) order by f.created_at), '[]')
      from public.user_follows f join private.profiles p on p.user_id = f.follower_id where f.following_id = me),
    'companies_followed', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'since', f.created_at) order by f.created_at), '[]')
      from public.company_follows f join public.companies c on c.id = f.company_id where f.user_id = me),
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role, 'since', m.created_at) order by m.created_at), '[]')
      from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = me),
    'companies_made', (select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from private.company_founders f join public.companies c on c.id = f.company_id where f.user_id = me),
    'profiles_viewed', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'last_day', v.day) order by v.day), '[]')
      from private.profile_views v join private.profiles p on p.user_id = v.person where v.viewer = me),
    'activities', (select coalesce(jsonb_agg(to_jsonb(a) order by created_at), '[]') from public.user_activities a where user_id = me),
    'account_events', (select coalesce(jsonb_agg(to_jsonb(l) order by created_at), '[]') from public.audit_logs l where user_id = me),
    'pictures', (select coalesce(jsonb_agg(name order by name), '[]') from storage.objects
      where bucket_id in ('avatars', 'launches') and name like me || '/%'
        or bucket_id = 'removed' and (storage.foldername(name))[2] = me::text),
    'daily_usage', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'day', day, 'count', count)
        order by day, kind), '[]')
      from private.daily_usage where user_id = me),
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('number', number, 'subject_type', subject_type, 'subject_id', subject_id,
        'reason', reason, 'details', details, 'good_faith', good_faith, 'status', status, 'created_at', created_at,
        'decision', decision) order by number), '[]')
      from private.reports where reporter_id = me),
    'moderation_decisions', (select coalesce(jsonb_agg(to_jsonb(d) order by d.number), '[]')
      from private.decision_parties p join public.moderation_decisions d on d.number = p.decision where p.affected_user = me),
    'removed_content', (select coalesce(jsonb_agg(jsonb_build_object('table', table_name, 'decision', decision,
        'row', row_data - '{search,name_folded,website_host,website_key}'::text[]) order by id), '[]')
      from private.removed_content where owner_id = me
        or (table_name = 'public.tools' and row_data ->> 'submitted_by' = me::text)
        or (owner_id is null and table_name = 'public.tool_edits' and row_data ->> 'suggested_by' = me::text)),
    'appeals', (select coalesce(jsonb_agg(to_jsonb(a) - 'resolved_by' order by number), '[]')
      from private.appeals a where user_id = me),
    'staff_role', (select role from private.staff where user_id = me),
    'suspension', (select to_jsonb(s) - 'user_id' from private.suspensions s where user_id = me),
    'posts_need_no_approval', exists (select from private.premoderation_exemptions where user_id = me),
    'emails', (select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'data', data, 'due_at', due_at, 'sent_at', sent_at)
        order by id), '[]')
      from private.email_queue where user_id = me),
    'moderator_notes', (select coalesce(jsonb_agg(to_jsonb(n) - 'author_id' order by id), '[]')
      from private.moderator_notes n where author_id = me));
end $$;

create table public.tool_edits (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  -- Of the accepted edits of the tool, from 1.
  number integer,
  -- {field: [before, after]}
  changes jsonb not null constraint tool_edits_changes_object check (jsonb_typeof(changes) = 'object'),
  source_url text constraint tool_edits_source_format check (private.is_web_address(source_url)),
  note text not null default '' constraint tool_edits_note_length check (length(note) <= 1000),
  suggested_by uuid references private.profiles (user_id) on delete set null,
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'withdrawn')),
  -- Of a moderator who declined it.
  reason text constraint tool_edits_reason_length check (length(reason) between 1 and 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint tool_edits_number_key unique (tool_id, number),
  constraint tool_edits_accepted_number check ((status = 'accepted') = (number is not null))
);
create index tool_edits_open_idx on public.tool_edits (created_at, id) where status = 'open';
create index tool_edits_suggested_by_idx on public.tool_edits (suggested_by, tool_id);
alter table public.tool_edits enable row level security;
create policy anyone_select_accepted on public.tool_edits for select using (status = 'accepted');
create policy owner_select on public.tool_edits for select to authenticated using (suggested_by = (select auth.uid()));
create policy staff_select on public.tool_edits for select to authenticated
  using ((select private.is_staff('moderator') and private.has_required_factor()));
create policy service_all on public.tool_edits to service_role using (true) with check (true);
grant select on public.tool_edits to anon, authenticated;

create trigger announce_tags after insert or update or delete on public.tool_edits
  for each row execute function private.announce_tags('tool-edits:tool_id');
create trigger announce_truncate after truncate on public.tool_edits
  for each statement execute function private.announce_all_tags();

create function private.delete_suggestions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tool_edits where suggested_by = old.user_id and status <> 'accepted';
  return old;
end $$;
create trigger delete_suggestions before delete on private.profiles
  for each row execute function private.delete_suggestions();

create function private.tool_values(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', t.name, 'description', t.description, 'category', t.category, 'website_url', t.website_url,
      'logo_url', t.logo_url, 'pricing_model', f.pricing_model, 'price_from', f.price_from, 'price_currency', f.price_currency,
      'price_period', f.price_period, 'price_checked_on', f.price_checked_on, 'price_source_url', f.price_source_url,
      'platforms', f.platforms, 'license', f.license, 'repository_url', f.repository_url, 'latest_version', f.latest_version,
      'latest_version_on', f.latest_version_on, 'discontinued_on', f.discontinued_on, 'successor_id', f.successor_id)
  from public.tools t left join public.tool_facts f on f.tool_id = t.id where t.id = tool_values.tool
$$;

create function private.tool_field_value(tool uuid, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.tool_values(tool_field_value.tool) -> tool_field_value.field
$$;

create function private.clean_tool_value(field text, value jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  written text;
  platforms text[];
begin
  if field = 'platforms' and jsonb_typeof(value) = 'array' then
    platforms := array(select jsonb_array_elements_text(value));
    return case when platforms <@ '{web,windows,macos,linux,ios,android,self_hosted}'
      then coalesce(to_jsonb(private.sort_platforms(platforms)), 'null') else value end;
  end if;
  if field = 'price_from' and value #>> '{}' ~ '^\s*[0-9]{1,8}(\.[0-9]{1,2})?\s*$' then
    return to_jsonb((value #>> '{}')::numeric(10, 2));
  end if;
  if value is null or jsonb_typeof(value) <> 'string' then
    return coalesce(value, 'null');
  end if;
  written := case when field in ('name', 'description', 'category', 'latest_version') then private.strip_markup(value #>> '{}')
    else private.trim_text(value #>> '{}') end;
  return coalesce(to_jsonb(nullif(case field when 'price_currency' then upper(written)
    when 'successor_id' then lower(written)
    when 'license' then coalesce(private.normalize_license(written), written)
    else written end, '')), 'null');
end $$;

create function private.check_tool_value(field text, value jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  cleaned constant jsonb := private.clean_tool_value(field, value);
  written constant text := cleaned #>> '{}';
  day date;
begin
  if cleaned = 'null' then
    return case field when 'name' then 'Tool name is required' when 'description' then 'Description is required'
      when 'category' then 'Category is required' end;
  end if;
  if jsonb_typeof(cleaned) <> (case field when 'platforms' then 'array' when 'price_from' then 'number' else 'string' end) then
    return case field when 'price_from' then 'Please enter a price above 0 with at most two decimals.'
      else format('This value does not fit the field %s.', left(field, 50)) end;
  end if;
  if field in ('price_checked_on', 'latest_version_on', 'discontinued_on') then
    begin
      if written !~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then
        return 'Please enter a date.';
      end if;
      day := written::date;
    exception when datetime_field_overflow or invalid_datetime_format then
      return 'Please enter a date.';
    end;
    return case when day > (now() at time zone 'utc')::date then 'The date can''t be in the future.'
      when day < '1950-01-01' then 'The date can''t be before 1950.' end;
  end if;
  return case field
    when 'name' then case when length(written) > 100 then 'Name too long: 100 characters at most' end
    when 'description' then case when length(written) > 1000 then 'Description too long: 1000 characters at most' end
    when 'category' then case when length(written) > 100 then 'Category too long: 100 characters at most' end
    when 'latest_version' then case when length(written) > 40 then 'Version too long: 40 characters at most' end
    when 'pricing_model' then case when written not in ('free', 'freemium', 'paid') then 'Please choose free, freemium or paid.' end
    when 'price_from' then case when written !~ '^[0-9]{1,8}\.[0-9]{2}$' or written::numeric = 0
      then 'Please enter a price above 0 with at most two decimals.' end
    when 'price_currency' then case when written !~ '^[A-Z]{3}$' then 'Please enter a currency with three letters, such as USD.' end
    when 'price_period' then case when written not in ('month', 'year', 'once') then 'Please choose month, year or once.' end
    when 'platforms' then case when private.clean_tool_value(field, cleaned) = 'null'
        or not array(select jsonb_array_elements_text(cleaned)) <@ '{web,windows,macos,linux,ios,android,self_hosted}'
      then 'Please choose platforms from the list.' end
    when 'license' then case when not private.is_license(written)
      then 'Please enter an SPDX identifier, such as MIT, or proprietary.' end
    when 'successor_id' then case when written !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
        then 'Please choose a listed tool as the successor.'
      when not exists (select from public.tools t where t.id = written::uuid) then 'Please choose a listed tool as the successor.' end
    else case when field not in ('website_url', 'logo_url', 'price_source_url', 'repository_url')
        then format('There is no field %s.', left(field, 50))
      when length(written) > 2048 then 'This address is too long'
      when not private.is_web_address(written) then 'Please enter a valid URL that starts with https:// or http://' end
  end;
end $$;

create function private.check_tool_values(wanted jsonb) returns text
language sql immutable set search_path = '' as $$
  select case when wanted ->> 'price_from' is not null and num_nulls(wanted ->> 'price_currency', wanted ->> 'price_period',
      wanted ->> 'price_checked_on', wanted ->> 'price_source_url') > 0
    then 'A price needs a currency, a period, the date when it was checked and a link to its source.' end
$$;

create function private.clean_tool_changes(changes jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(field, jsonb_build_array(before, after)), '{}') from (
    select key as field, private.clean_tool_value(key, value -> 0) as before, private.clean_tool_value(key, value -> 1) as after
    from jsonb_each(changes)
  ) cleaned where before <> after
$$;

create function private.check_tool_changes(tool uuid, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant jsonb := private.tool_values(check_tool_changes.tool);
  cleaned jsonb;
  next_values jsonb;
  problem text;
begin
  if present is null then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  if jsonb_typeof(changes) is distinct from 'object' or length(changes::text) > 20000 or exists (
    select from jsonb_each(case when jsonb_typeof(changes) = 'object' then changes else '{}' end)
    where jsonb_typeof(value) <> 'array' or jsonb_array_length(case when jsonb_typeof(value) = 'array' then value else '[]' end) <> 2)
  then
    raise exception 'Please send the changes as {field: [before, after]}.' using errcode = 'check_violation';
  end if;
  select coalesce(
      (select format('There is no field %s.', left(key, 50)) from jsonb_object_keys(changes) as key
        where not present ? key order by key limit 1),
      (select private.check_tool_value(key, value -> 1) from jsonb_each(changes)
        where private.check_tool_value(key, value -> 1) is not null order by key limit 1))
    into problem;
  if problem is null then
    if exists (select from jsonb_each(changes) where private.clean_tool_value(key, value -> 0) <> present -> key) then
      raise exception 'This has changed in the meantime. Please check it again.' using errcode = 'PT409';
    end if;
    cleaned := private.clean_tool_changes(changes);
    select present || coalesce(jsonb_object_agg(key, value -> 1), '{}') into next_values from jsonb_each(cleaned);
    problem := coalesce(private.check_tool_values(next_values),
      case when next_values ->> 'successor_id' = check_tool_changes.tool::text then 'A tool can''t be its own successor.' end,
      (select 'Already listed: ' || t.name from public.tools t
        where cleaned ? 'website_url' and t.website_key = private.normalize_website(next_values ->> 'website_url')
          and t.id <> check_tool_changes.tool));
  end if;
  if problem is not null then
    raise exception '%', problem using errcode = 'check_violation';
  end if;
  return cleaned;
end $$;

create function private.apply_tool_changes(tool uuid, changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cleaned jsonb;
  next_values jsonb;
  removed_by bigint;
begin
  perform from public.tools t where t.id = apply_tool_changes.tool for update;
  cleaned := private.check_tool_changes(apply_tool_changes.tool, apply_tool_changes.changes);
  select private.tool_values(apply_tool_changes.tool) || coalesce(jsonb_object_agg(key, value -> 1), '{}') into next_values
    from jsonb_each(cleaned);
  if cleaned ? 'website_url' then
    select max(removed.decision) into removed_by from private.removed_content removed
      where removed.table_name = 'public.tools'
        and removed.row_data ->> 'website_key' = private.normalize_website(next_values ->> 'website_url');
    if removed_by is not null then
      raise exception 'This tool was removed by a moderator (decision %).', removed_by using errcode = 'insufficient_privilege';
    end if;
  end if;
  if cleaned ?| '{name,description,category,website_url,logo_url}' then
    update public.tools t set name = v.name, description = v.description, category = v.category, website_url = v.website_url,
        logo_url = v.logo_url
      from jsonb_to_record(next_values) as v (name text, description text, category text, website_url text, logo_url text)
      where t.id = apply_tool_changes.tool;
  end if;
  if cleaned - '{name,description,category,website_url,logo_url}'::text[] <> '{}' then
    insert into public.tool_facts
      select * from jsonb_populate_record(null::public.tool_facts,
        next_values || jsonb_build_object('tool_id', apply_tool_changes.tool))
    on conflict (tool_id) do update set pricing_model = excluded.pricing_model, license = excluded.license,
      price_from = excluded.price_from, price_currency = excluded.price_currency, price_period = excluded.price_period,
      price_checked_on = excluded.price_checked_on, price_source_url = excluded.price_source_url,
      platforms = excluded.platforms, repository_url = excluded.repository_url, latest_version = excluded.latest_version,
      latest_version_on = excluded.latest_version_on, discontinued_on = excluded.discontinued_on,
      successor_id = excluded.successor_id;
  end if;
end $$;

create function private.next_edit_number(tool uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(e.number), 0) + 1 from public.tool_edits e where e.tool_id = next_edit_number.tool
$$;

create function private.record_tool_edit(tool uuid, changes jsonb, source_url text, note text, suggested_by uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  new_id uuid;
begin
  perform from public.tools t where t.id = record_tool_edit.tool for update;
  insert into public.tool_edits (tool_id, number, changes, source_url, note, suggested_by, status, decided_at)
    values (record_tool_edit.tool, private.next_edit_number(record_tool_edit.tool),
      private.clean_tool_changes(record_tool_edit.changes), record_tool_edit.source_url, coalesce(record_tool_edit.note, ''),
      record_tool_edit.suggested_by, 'accepted', now())
    returning id into new_id;
  return new_id;
end $$;

create function public.suggest_tool_edit(tool uuid, changes jsonb, source_url text, note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  cleaned jsonb;
  source constant text := nullif(private.trim_text(suggest_tool_edit.source_url), '');
  remark constant text := coalesce(private.strip_markup(suggest_tool_edit.note), '');
  new_id uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  -- Waits for a moderator who removes the tool.
  perform from public.tools t where t.id = suggest_tool_edit.tool for key share;
  cleaned := private.check_tool_changes(suggest_tool_edit.tool, suggest_tool_edit.changes);
  if cleaned = '{}' then
    raise exception 'Please change at least one field.' using errcode = 'check_violation';
  end if;
  if source is null or not private.is_web_address(source) then
    raise exception 'Please add a link where we can verify this.' using errcode = 'check_violation';
  end if;
  if length(remark) > 1000 then
    raise exception 'Note too long: 1000 characters at most' using errcode = 'check_violation';
  end if;
  if private.matches_word_filter(
    (select concat_ws(E'\x1f', remark, string_agg(value ->> 1, E'\x1f')) from jsonb_each(cleaned)
      where key in ('name', 'description', 'category', 'latest_version')), 'reject', private.setting('word_filter'))
  then
    raise exception 'We can''t publish this text as it is. If you think this is a mistake, please contact us.'
      using errcode = 'check_violation';
  end if;
  -- Locks the member's row of the day: suggestions at the same time are counted one after the other.
  perform private.count_daily_use('suggestions', private.setting('daily_limit_edits')::integer);
  if (select count(*) from public.tool_edits e
    where e.tool_id = suggest_tool_edit.tool and e.suggested_by = auth.uid() and e.status = 'open') >= 5
  then
    raise exception 'You have five open suggestions for this tool. Please wait until we have checked them.' using errcode = 'PT429';
  end if;
  insert into public.tool_edits (tool_id, changes, source_url, note, suggested_by)
    values (suggest_tool_edit.tool, cleaned, source, remark, auth.uid())
    returning id into new_id;
  return new_id;
end $$;
grant execute on function public.suggest_tool_edit to authenticated;

create function public.withdraw_tool_edit(edit uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  present_status text;
begin
  perform private.require_factor();
  select e.status into present_status from public.tool_edits e
    where e.id = withdraw_tool_edit.edit and e.suggested_by = auth.uid() for update;
  if not found then
    raise exception 'We could not find this suggestion.' using errcode = 'PT404';
  end if;
  if present_status <> 'open' then
    raise exception 'This has already been decided.' using errcode = 'PT409';
  end if;
  update public.tool_edits e set status = 'withdrawn', decided_at = now() where e.id = withdraw_tool_edit.edit;
end $$;
grant execute on function public.withdraw_tool_edit to authenticated;

create function public.resolve_tool_edit(edit uuid, accept boolean, reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  suggested record;
  why constant text := nullif(private.trim_text(resolve_tool_edit.reason), '');
begin
  perform private.require_decider();
  select e.tool_id, e.suggested_by, e.changes, t.name, t.slug into suggested
    from public.tool_edits e join public.tools t on t.id = e.tool_id where e.id = resolve_tool_edit.edit;
  if not found then
    raise exception 'We could not find this suggestion.' using errcode = 'PT404';
  end if;
  if suggested.suggested_by = auth.uid() then
    raise exception 'You are involved in this case. Another moderator has to decide it.' using errcode = 'insufficient_privilege';
  end if;
  if resolve_tool_edit.accept is null then
    raise exception 'Please accept or decline the suggestion.' using errcode = 'check_violation';
  end if;
  if length(why) > 1000 then
    raise exception 'Reason too long: 1000 characters at most' using errcode = 'check_violation';
  end if;
  -- In the order of the deletion of an account, which deletes suggestions.
  perform from private.profiles p where p.user_id = suggested.suggested_by for key share;
  perform from public.tools t where t.id = suggested.tool_id for update;
  perform from public.tool_edits e where e.id = resolve_tool_edit.edit and e.status = 'open' for update;
  if not found then
    raise exception 'This has already been decided.' using errcode = 'PT409';
  end if;
  if resolve_tool_edit.accept then
    perform private.apply_tool_changes(suggested.tool_id, suggested.changes);
    update public.tool_edits e set status = 'accepted', number = private.next_edit_number(e.tool_id), decided_at = now()
      where e.id = resolve_tool_edit.edit;
  else
    update public.tool_edits e set status = 'declined', reason = why, decided_at = now() where e.id = resolve_tool_edit.edit;
    if suggested.suggested_by is not null then
      perform private.queue_email('edit_declined',
        jsonb_build_object('tool', suggested.name, 'slug', suggested.slug, 'reason', why), suggested.suggested_by);
    end if;
  end if;
end $$;
grant execute on function public.resolve_tool_edit to authenticated;
