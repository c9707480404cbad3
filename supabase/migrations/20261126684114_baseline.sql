-- Generated from supabase/schemas by `npm run schema:baseline`: do not edit.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke all on functions from anon, authenticated;
alter default privileges revoke execute on functions from public;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create schema private;
grant usage on schema private to service_role;
create procedure private.secure_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('create policy service_all on %s to service_role using (true) with check (true)', target);
end $$;
create procedure private.secure_internal_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  call private.secure_table(target);
  execute format('grant select, insert, update, delete on %s to service_role', target);
end $$;
create procedure private.secure_public_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  call private.secure_table(target);
  execute format('create policy anyone_select on %s for select using (true)', target);
  execute format('grant select on %s to anon, authenticated', target);
end $$;
create procedure private.secure_own_table(target regclass)
language plpgsql set search_path = '' as $$
begin
  call private.secure_table(target);
  execute format('create policy owner_select on %s for select to authenticated using (user_id = (select auth.uid()))', target);
  execute format('create policy owner_insert on %s for insert to authenticated with check (user_id = (select auth.uid()))', target);
  execute format('create policy owner_delete on %s for delete to authenticated using (user_id = (select auth.uid()))', target);
end $$;
create procedure private.add_statement_triggers(target regclass, called text)
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger %1$s_on_insert after insert on %2$s referencing new table as changed_rows
    for each statement execute function private.%1$s()', called, target);
  execute format('create trigger %1$s_on_delete after delete on %2$s referencing old table as changed_rows
    for each statement execute function private.%1$s()', called, target);
end $$;
create procedure private.add_update_trigger(target regclass, name text, columns text[], called text, timing text default 'after')
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger %s %s update on %s for each row when ((%s) is distinct from (%s)) execute function private.%s',
    name, timing, target, (select string_agg('old.' || entry, ', ') from unnest(columns) as entry),
    (select string_agg('new.' || entry, ', ') from unnest(columns) as entry), called);
end $$;
create function private.get_content_move() returns text
language sql stable set search_path = '' as $$
  select coalesce(current_setting('toolmark.moving_content', true), '')
$$;
create function private.is_client_request() returns boolean
language sql stable set search_path = '' as $$
  select coalesce(auth.role() in ('anon', 'authenticated'), false) and private.get_content_move() = ''
$$;
create function private.refuse_if(is_refused boolean, code text, message text) returns void
language plpgsql set search_path = '' as $$
begin
  if is_refused then
    raise exception using errcode = code, message = refuse_if.message;
  end if;
end $$;
create function private.trim_text(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(value, E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;
create function private.strip_invisible(value text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(value, '[\u00ad\u034f\u061c\u115f-\u1160\u17b4-\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')
$$;
create function private.strip_markup(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(
    value, '<(script|style)\M.*?</\1\s*>', '', 'gi'), '</?[a-z!][^<>]*>', '', 'gi'), '[<>]', '', 'g'),
    -- The same characters as in trim_text.
    E' \t\n\r\f\u000b\u00a0\u200b\ufeff')
$$;
create function private.is_web_address(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~* '^https?://[[:alnum:]]([[:alnum:].-]*[[:alnum:]])?(:[0-9]{1,5})?([/?#][^\s<>"''\\]*)?$'
    and length(value) <= 2048
    and coalesce(substring(value from '(?i)^https?://[^/?#:]+:([0-9]+)')::numeric, 0) <= 65535
$$;
create function private.is_tidy_list(list text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 20
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry = btrim(entry) and length(entry) between 1 and 200)
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;
grant execute on function private.strip_markup, private.is_web_address, private.is_tidy_list
  to anon, authenticated, service_role;
create function private.name_characters() returns text
language sql immutable set search_path = '' as $$
  select '[:alpha:]\u0300-\u036f\u0900-\u109f\u1780-\u17ff .''’\u00b7\u2010\u2011\u30fb-'
$$;
create function private.is_person_name(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ ('^[' || private.name_characters() || ']{1,50}$')
$$;
create function private.clean_name(value text) returns text
language sql immutable set search_path = '' as $$
  select nullif(btrim(left(regexp_replace(
    private.strip_markup(normalize(value)), '[^' || private.name_characters() || ']', '', 'g'), 50)), '')
$$;
create function private.fold_text(value text) returns text
language sql stable set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent', value))
$$;
create function private.split_words(folded text) returns setof text
language sql immutable set search_path = '' as $$
  select distinct word from regexp_split_to_table(folded, '[^[:alnum:]]+') as word where length(word) between 3 and 40
$$;
create function private.normalize_search_text(value text) returns text
language sql stable set search_path = '' as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(private.fold_text(replace(replace(value, '''', ''), '’', '')),
    '\m([a-z])\+\+', '\1plusplus', 'g'), '\m([a-z])#', '\1sharp', 'g'), '(^|[[:space:]])\.([a-z])', '\1dot\2', 'g'),
    '[^[:alnum:]]+', ' ', 'g'))
$$;
create function private.stem_word(word text) returns text
language sql immutable set search_path = '' as $$
  select case when stem ~ '^.{3,}[^aeiou](er|or)$' then regexp_replace(left(stem, -2), '([bdgmnprt])\1$', '\1') else stem end
  from (select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word) as stem) lexed
$$;
create function private.stem_term(term text) returns text[]
language sql stable set search_path = '' as $$
  select array(select private.stem_word(word)
    from regexp_split_to_table(private.normalize_search_text(term), ' ') with ordinality as split (word, place)
    where word <> '' and word <> all ('{a,an,and,by,for,from,in,of,on,or,the,to,with}') order by place)
$$;
create function private.slugify(name text) returns text
language sql immutable set search_path = '' as $$
  select rtrim(left(btrim(regexp_replace(lower(
      case when latin ~* '^[a-z][+#]+$' then replace(replace(latin, '+', '-plus'), '#', '-sharp') else latin end),
    '[^a-z0-9]+', '-', 'g'), '-'), 100), '-')
  from (select replace(replace(replace(replace(replace(replace(replace(replace(translate(
      regexp_replace(normalize(btrim(name), NFKD), '[\u0300-\u036f]', '', 'g'),
      'ØøŁłĐđÐðĦħıŦŧŊŋ', 'OoLlDdDdHhiTtNn'),
      'ß', 'ss'), 'ẞ', 'SS'), 'Æ', 'AE'), 'æ', 'ae'), 'Œ', 'OE'), 'œ', 'oe'), 'Þ', 'TH'), 'þ', 'th') as latin) folded
$$;
create function private.strip_symbols(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(value, '[\u0001-"$-*,-/:-@\[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7'
    '\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff\u0375\u037e\u0384\u0385\u0387\u03f6\u055a-\u055f\u0589-\u058f'
    '\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0970\u0e3f\u0e4f\u0e5a\u0e5b\u104a-\u104f'
    '\u17d4-\u17db\u1fbd\u1fbf-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd-\u206f\u207a-\u207e\u208a-\u208e\u20a0-\u20cf'
    '\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118\u211e-\u2123\u2125\u2127\u2129\u212e\u213a\u213b\u2140-\u2144'
    '\u214a-\u214d\u214f\u218a-\u245f\u249c-\u24e9\u2500-\u2775\u2794-\u2bff\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030'
    '\u3036\u3037\u303d-\u303f\u309b\u309c\u30a0\u30fb\u3200-\u321e\u322a-\u3247\u3250\u3260-\u327f\u328a-\u32b0\u32c0-\u33ff'
    '\u4dc0-\u4dff\ua700-\ua716\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40'
    '\uff5b-\uff65\uffe0-\uffff\U0001f000-\U0001f0ff\U0001f10d-\U0001f10f\U0001f12f\U0001f150-\U0001f18f\U0001f191-\U0001fbef\U0001fbfa\U000f0000-\U0010ffff]+', ' ', 'g'))
$$;
create function private.normalize_name(name text) returns text
language sql immutable parallel safe security definer set search_path = '' as $$
  select coalesce(
    -- Twice, because the plain form of ⒜ has parentheses. Marks that do not become part of a letter decorate it.
    nullif(private.strip_symbols(regexp_replace(lower(normalize(private.strip_symbols(shown), NFKC)),
      '[\u0300-\u036f\u20d0-\u20ff]+', '', 'g')), ''),
    lower(normalize(shown)))
  from (select private.strip_invisible(name) as shown) as visible
$$;
grant execute on function private.normalize_name to anon, authenticated, service_role;
create function private.normalize_website(website text) returns text
language sql immutable set search_path = '' as $$
  select lower(substring(btrim(website) from '(?i)^https?://(?:www\.)?([^/:?#]+)'))
    || rtrim(coalesce(substring(btrim(website) from '(?i)^https?://[^/?#]+([^?#]*)'), ''), '/')
    || coalesce('?' || nullif(btrim(regexp_replace(substring(btrim(website) from '\?([^#]*)'),
      '(^|&)(utm_[a-z]+|ref|source)=[^&]*', '', 'g'), '&'), ''), '')
$$;
create function private.list_spdx_ids() returns text[]
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
        (select word where word = any (private.list_spdx_ids())),
        (select id from unnest(private.list_spdx_ids()) as id where lower(id) = lower(word)),
        -- "or any later version", which the deprecated identifiers have.
        (select id || '+' from unnest(private.list_spdx_ids()) as id where lower(id) || '+' = lower(word)));
    end if;
    if known is null then
      return null;
    end if;
    words[i] := known;
  end loop;
  return array_to_string(words, ' ');
end $$;
create function private.suggest_license(value text) returns text
language sql stable set search_path = '' as $$
  select id from unnest(private.list_spdx_ids() || 'proprietary'::text) as id,
    extensions.similarity(lower(id), lower(left(value, 100))) as similarity
  where similarity >= 0.6 order by similarity desc, id limit 1
$$;
create function private.is_license(value text) returns boolean
language sql immutable parallel safe security definer set search_path = '' as $$
  select value is null or coalesce(private.normalize_license(value) = value, false)
$$;
grant execute on function private.is_license to anon, authenticated, service_role;
create table public.categories (
  name text primary key,
  slug text not null unique,
  description text not null,
  icon text not null,
  color text not null,
  subcategories text[] not null,
  trending boolean not null default false,
  aliases text[] not null check (cardinality(aliases) > 0),
  position smallint not null unique
);
call private.secure_public_table('public.categories');
create table public.capabilities (
  slug text primary key constraint capability_slug_form check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null constraint capability_name_length check (length(name) between 2 and 60),
  category text not null references public.categories (name),
  description text not null default '' constraint capability_description_length check (length(description) <= 300),
  synonyms text[] not null default '{}' constraint capability_synonyms_count check (cardinality(synonyms) <= 30),
  tool_count integer not null default 0
);
create unique index capabilities_name_key on public.capabilities (lower(name));
create index capabilities_category_idx on public.capabilities (category);
call private.secure_public_table('public.capabilities');
create table private.search_terms (
  term text not null,
  stems text[] not null,
  kind text not null check (kind in ('capability', 'category')),
  slug text not null,
  is_name boolean not null,
  primary key (term, kind, slug)
);
create index search_terms_stems_idx on private.search_terms using gin (stems);
create index search_terms_slug_idx on private.search_terms (kind, slug);
call private.secure_internal_table('private.search_terms');
create function private.index_terms() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  term_kind constant text := tg_argv[0];
  other_terms jsonb;
begin
  if tg_op <> 'INSERT' then
    delete from private.search_terms where kind = term_kind and slug = old.slug;
  end if;
  if tg_op <> 'DELETE' then
    other_terms := case term_kind when 'capability' then to_jsonb(new) -> 'synonyms' else to_jsonb(new) -> 'aliases' end;
    -- A term with a hyphen or a slash is also written as one word: "e-commerce", "CI/CD".
    insert into private.search_terms (term, stems, kind, slug, is_name)
    select term, private.stem_term(term), term_kind, new.slug, bool_or(is_name) from (
      select private.normalize_search_text(variant) as term, place = 0 as is_name
      from (select new.name as written, 0 as place union all select * from jsonb_array_elements_text(other_terms) with ordinality) terms,
        unnest(array[written, regexp_replace(written, '[-/]', '', 'g')]) as variant
    ) variants where private.stem_term(term) <> '{}' group by term;
  end if;
  return null;
end $$;
create trigger index_terms after insert or update of slug, name, aliases or delete on public.categories
  for each row execute function private.index_terms('category');
create trigger index_terms after insert or update of slug, name, synonyms or delete on public.capabilities
  for each row execute function private.index_terms('capability');
insert into public.categories (position, name, slug, icon, color, trending, description, subcategories, aliases) values
(1, 'AI & Automation', 'ai-automation', 'bot', 'violet', true, 'Assistants, machine learning and tools that do the routine work for you.', '{Assistants,"Machine Learning","Workflow Automation",Agents}', '{ai,automation,"artificial intelligence","machine learning",chatbot}'),
(2, 'Design & Creative', 'design-creative', 'palette', 'pink', false, 'Draw, prototype and illustrate, alone or together.', '{"UI Design",Prototyping,Illustration,"3D"}', '{design,creative,graphics,prototyping}'),
(3, 'Marketing & Sales', 'marketing-sales', 'megaphone', 'orange', true, 'Find customers, talk to them and keep the pipeline moving.', '{CRM,"Email Marketing",SEO,Advertising}', '{marketing,sales,crm,seo,advertising}'),
(4, 'Productivity', 'productivity', 'list-checks', 'sky', false, 'Notes, tasks, calendars and projects in order.', '{Notes,Tasks,Calendars,"Project Management"}', '{productivity,"project management","task management",notes}'),
(5, 'Development', 'development', 'code', 'indigo', true, 'Editors, repositories, testing and everything around code.', '{Editors,"Version Control",Testing,APIs}', '{development,developer,coding,programming}'),
(6, 'Analytics', 'analytics', 'chart-column', 'cyan', false, 'See what happens in your product and your business.', '{"Web Analytics","Product Analytics","Business Intelligence",Dashboards}', '{analytics,"business intelligence",reporting}'),
(7, 'Communication', 'communication', 'messages-square', 'teal', false, 'Chat, calls and email for teams.', '{Chat,"Video Calls",Email,"Voice"}', '{communication,messaging,chat,conferencing,email}'),
(8, 'Finance & Business', 'finance-business', 'wallet', 'emerald', true, 'Invoices, books, payments and plans.', '{Accounting,Invoicing,Payments,Expenses}', '{finance,accounting,invoicing,payments,business}'),
(9, 'E-commerce & Retail', 'e-commerce-retail', 'shopping-cart', 'amber', true, 'Open a shop, sell everywhere and ship.', '{"Shop Platforms",Checkout,Shipping,"Point of Sale"}', '{e-commerce,ecommerce,retail,shop}'),
(10, 'Security & Privacy', 'security-privacy', 'shield-check', 'red', true, 'Protect accounts, devices and data.', '{"Password Managers","Identity",VPN,"Threat Detection"}', '{security,privacy,password,vpn}'),
(11, 'Education & Learning', 'education-learning', 'graduation-cap', 'lime', false, 'Courses, classrooms and practice.', '{Courses,Classrooms,Languages,Flashcards}', '{education,learning,training,courses}'),
(12, 'Customer Support', 'customer-support', 'life-buoy', 'blue', true, 'Answer people quickly and remember what they said.', '{"Help Desk","Live Chat","Knowledge Base",Feedback}', '{"customer support",support,"help desk",helpdesk,"customer service"}'),
(13, 'HR & Recruitment', 'hr-recruitment', 'users', 'fuchsia', false, 'Hire, pay and look after people.', '{Recruiting,Payroll,Onboarding,"Performance"}', '{hr,recruitment,recruiting,"human resources",payroll}'),
(14, 'Content Management', 'content-management', 'file-text', 'stone', false, 'Write, structure and publish.', '{CMS,"Headless CMS",Documentation,Wikis}', '{"content management",cms,publishing,blogging,website}'),
(15, 'Social Media Management', 'social-media-management', 'share-2', 'rose', true, 'Plan, publish and listen across networks.', '{Scheduling,Listening,Influencers,Analytics}', '{"social media",social,influencer}'),
(16, 'Video & Audio', 'video-audio', 'clapperboard', 'purple', false, 'Record, edit and stream.', '{"Video Editing","Audio Editing",Streaming,Podcasts}', '{video,audio,podcast,streaming,music}'),
(17, 'Data & Database', 'data-database', 'database', 'slate', false, 'Store, move and query data.', '{Databases,Warehouses,Pipelines,"Data Quality"}', '{database,"data warehouse","data pipeline",etl,data}'),
(18, 'DevOps & Infrastructure', 'devops-infrastructure', 'server-cog', 'zinc', true, 'Build, ship, run and watch software.', '{CI/CD,Hosting,Monitoring,Containers}', '{devops,infrastructure,hosting,monitoring,cloud}'),
(19, 'Legal & Compliance', 'legal-compliance', 'scale', 'yellow', false, 'Contracts, signatures, policies and proof.', '{"E-signature",Contracts,Compliance,"Legal Research"}', '{legal,compliance,contract,e-signature}'),
(20, 'Real Estate', 'real-estate', 'house', 'green', false, 'List, let, sell and manage property.', '{Listings,"Property Management",Agents,"Virtual Tours"}', '{"real estate",property,realtor}');
create function private.match_categories(raw text) returns text[]
language sql stable set search_path = '' as $$
  select coalesce(
    (select array[name] from public.categories where lower(name) = lower(raw)),
    (select array_agg(name order by position) from public.categories
      where lower(raw) ~ (
        select '\m(' || string_agg(alias || case when length(alias) <= 3 then '\M' else '' end, '|') || ')'
        from unnest(aliases) as alias where strpos(lower(raw), alias) > 0)),
    '{}')
$$;
create function private.find_category(wanted text) returns text
language sql stable set search_path = '' as $$
  select name from public.categories
  where lower(name) = lower(wanted) or slug = lower(wanted)
     or lower(wanted) = any (aliases)
  order by position limit 1
$$;
create table private.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  username text not null constraint username_format check (username ~ '^[A-Za-z0-9_-]{1,50}$'),
  first_name text constraint first_name_format check (private.is_person_name(first_name)),
  last_name text constraint last_name_format check (private.is_person_name(last_name)),
  bio text constraint bio_length check (length(bio) <= 500),
  avatar_url text constraint avatar_url_format check (length(avatar_url) <= 255 and private.is_web_address(avatar_url)),
  job_title text constraint job_title_length check (length(job_title) <= 100),
  company_name text constraint company_name_length check (length(company_name) <= 100),
  account_type text not null default 'personal' check (account_type in ('personal', 'business')),
  user_role text not null default 'member' check (user_role in ('member', 'admin', 'manager', 'developer')),
  profile_visibility text not null default 'professional'
    check (profile_visibility in ('private', 'professional', 'public')),
  public_profile boolean not null generated always as (profile_visibility = 'public') stored,
  created_at timestamptz not null default now(),
  -- Only uploads to this site: a picture on another server would show that server the network
  -- addresses of readers. 16_uploads.sql checks the host.
  constraint avatar_url_own check (
    avatar_url ~ ('^https?://[^/?#@\\]+/storage/v1/object/public/avatars/' || user_id || '/[A-Za-z0-9._-]+$'))
);
create unique index profiles_username_key on private.profiles (lower(username));
create index profiles_username_idx on private.profiles (username);
create index profiles_username_prefix_idx on private.profiles (lower(username) text_pattern_ops)
  where profile_visibility <> 'private';
create index profiles_first_name_prefix_idx on private.profiles (lower(first_name) text_pattern_ops)
  where profile_visibility <> 'private';
create index profiles_last_name_prefix_idx on private.profiles (lower(last_name) text_pattern_ops)
  where profile_visibility <> 'private';
call private.secure_internal_table('private.profiles');
create function private.visibility_level(person uuid, visibility text) returns integer
language sql stable set search_path = '' as $$
  select case
    when current_user = 'service_role' or person = auth.uid() or visibility = 'public' then 2
    when visibility = 'private' then 0
    when auth.uid() is not null then 2
    else 1
  end
$$;
grant execute on function private.visibility_level to anon, authenticated, service_role;
create view public.profiles with (security_barrier) as
select
  p.user_id,
  p.username,
  case when v.level >= 1 then p.first_name end as first_name,
  case when v.level >= 1 then p.last_name end as last_name,
  case when v.level >= 1 then p.bio end as bio,
  p.avatar_url,
  case when v.level >= 2 then p.job_title end as job_title,
  case when v.level >= 2 then p.company_name end as company_name,
  p.account_type,
  case when v.level >= 2 then p.user_role end as user_role,
  p.profile_visibility,
  p.public_profile,
  p.created_at
from private.profiles p
cross join lateral (select private.visibility_level(p.user_id, p.profile_visibility) as level) v;
grant select on public.profiles to anon, authenticated;
grant update (username, first_name, last_name, bio, avatar_url, job_title, company_name,
  account_type, profile_visibility, public_profile) on public.profiles to authenticated;
create function private.is_hidden(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select person is distinct from auth.uid()
    and exists (select from private.profiles where user_id = person and profile_visibility = 'private')
$$;
grant execute on function private.is_hidden to anon, authenticated, service_role;
create table public.user_stats (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  helpful_votes integer not null default 0 check (helpful_votes >= 0),
  total_reviews integer not null default 0 check (total_reviews >= 0),
  profile_views integer not null default 0 check (profile_views >= 0),
  followers_count integer not null default 0 check (followers_count >= 0),
  -- People and companies.
  following_count integer not null default 0 check (following_count >= 0)
);
call private.secure_table('public.user_stats');
create policy anyone_select_unless_private on public.user_stats for select using (not private.is_hidden(user_id));
grant select on public.user_stats to anon, authenticated;
create function private.is_reserved_username(wanted text) returns boolean
language sql immutable set search_path = '' as $$
  select lower(wanted) = any (array[
    '_', 'about', 'account-settings', 'add-tool', 'admin', 'administrator', 'all-tools', 'anonymous', 'api', 'assets',
    'auth', 'best', 'capabilities', 'categories', 'company', 'company-dashboard', 'compare', 'contact', 'dashboard',
    'data', 'docs', 'dumps', 'explain', 'feeds', 'figures', 'files', 'guidelines', 'imprint', 'launch', 'launches', 'ledger',
    'list', 'lists', 'mcp', 'moderation', 'moderation-log', 'moderator', 'my-reports', 'notifications',
    'null', 'offline', 'pictures', 'privacy', 'profile-settings', 'realtime', 'report', 'reset-password', 'rest',
    'review', 'root', 'settings', 'sitemaps', 'start-your-team', 'storage', 'submit-launch', 'support', 'system',
    'terms', 'tool', 'toolmark', 'tools', 'transparency', 'trust', 'trust-center', 'undefined', 'unsubscribe',
    'update-password', 'user', 'write-review'
  ])
$$;
create function public.username_available(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select wanted ~ '^[A-Za-z0-9_-]{1,50}$' and coalesce(
    (select user_id is not distinct from auth.uid() from private.profiles where lower(username) = lower(wanted)),
    not private.is_reserved_username(wanted))
$$;
grant execute on function public.username_available to anon, authenticated, service_role;
create function private.choose_username(wanted text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base text := left(regexp_replace(coalesce(private.strip_markup(wanted), ''), '[^A-Za-z0-9_-]', '', 'g'), 50);
  candidate text;
  attempt integer := 1;
begin
  -- Sign-ups run one after the other: "ana" with a number may be the name that another one asks for.
  perform pg_advisory_xact_lock(hashtext('username'));
  candidate := case when base = '' then 'user-' || left(gen_random_uuid()::text, 8) else base end;
  while exists (select from private.profiles where lower(username) = lower(candidate))
     or private.is_reserved_username(candidate)
  loop
    attempt := attempt + 1;
    candidate := case when base = '' then 'user-' || left(gen_random_uuid()::text, 8)
      else left(base, 44) || attempt end;
  end loop;
  return candidate;
end $$;
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  metadata jsonb := coalesce(new.raw_user_meta_data, '{}');
begin
  if new.email_confirmed_at is null or exists (select from private.profiles where user_id = new.id) then
    return new;
  end if;
  insert into private.profiles (user_id, username, first_name, last_name, job_title, company_name, account_type, user_role)
  values (
    new.id,
    private.choose_username(metadata ->> 'username'),
    private.clean_name(metadata ->> 'first_name'),
    private.clean_name(metadata ->> 'last_name'),
    nullif(left(private.strip_markup(metadata ->> 'job_title'), 100), ''),
    nullif(left(private.strip_markup(metadata ->> 'company_name'), 100), ''),
    case when metadata ->> 'account_type' = 'business' then 'business' else 'personal' end,
    case when metadata ->> 'user_role' in ('member', 'admin', 'manager', 'developer')
      then metadata ->> 'user_role' else 'member' end
  );
  insert into public.user_stats (user_id) values (new.id);
  return new;
end $$;
create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();
create trigger create_profile_once_confirmed after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.create_profile();
create function private.update_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' and old.user_id is distinct from auth.uid() then
    return null;
  end if;
  if new.username is distinct from old.username and private.is_reserved_username(btrim(new.username)) then
    raise exception 'This username is already in use. Please choose another.'
      using errcode = 'unique_violation', constraint = 'profiles_username_key';
  end if;
  update private.profiles p set
    username = case when new.username is distinct from old.username then btrim(new.username) else p.username end,
    first_name = case when new.first_name is distinct from old.first_name
      then nullif(private.strip_markup(new.first_name), '') else p.first_name end,
    last_name = case when new.last_name is distinct from old.last_name
      then nullif(private.strip_markup(new.last_name), '') else p.last_name end,
    bio = case when new.bio is distinct from old.bio then private.strip_markup(new.bio) else p.bio end,
    avatar_url = case when new.avatar_url is distinct from old.avatar_url
      then nullif(new.avatar_url, '') else p.avatar_url end,
    job_title = case when new.job_title is distinct from old.job_title
      then private.strip_markup(new.job_title) else p.job_title end,
    company_name = case when new.company_name is distinct from old.company_name
      then private.strip_markup(new.company_name) else p.company_name end,
    account_type = case when new.account_type is distinct from old.account_type
      then new.account_type else p.account_type end,
    profile_visibility = case
      when new.profile_visibility is distinct from old.profile_visibility then new.profile_visibility
      -- public_profile is another form of the visibility. Sent alone, it sets the visibility.
      when new.public_profile is distinct from old.public_profile
        then case when new.public_profile then 'public' else 'professional' end
      else p.profile_visibility end
  where p.user_id = old.user_id
  returning p.username, p.first_name, p.last_name, p.bio, p.avatar_url, p.job_title, p.company_name,
    p.account_type, p.profile_visibility, p.public_profile
  into new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title,
    new.company_name, new.account_type, new.profile_visibility, new.public_profile;
  return new;
end $$;
create trigger update_profile instead of update on public.profiles
  for each row execute function private.update_profile();
create function public.get_safe_profile_info(profile_user_id uuid)
returns table (user_id uuid, username text, first_name text, last_name text, bio text, avatar_url text,
  job_title text, company_name text, account_type text, profile_visibility text, created_at timestamptz)
language sql stable set search_path = '' as $$
  select p.user_id, p.username, p.first_name, p.last_name, p.bio, p.avatar_url, p.job_title,
    p.company_name, p.account_type, p.profile_visibility, p.created_at
  from public.profiles p where p.user_id = profile_user_id
$$;
grant execute on function public.get_safe_profile_info to anon, authenticated, service_role;
create function private.find_user_id(wanted text) returns uuid
language sql stable security definer set search_path = '' as $$
  select user_id from private.profiles where lower(username) = lower(wanted)
$$;
grant execute on function private.find_user_id to anon, authenticated, service_role;
create function public.person_named(wanted text) returns setof public.profiles
language sql stable rows 1 set search_path = ''
begin atomic
  select * from public.profiles where user_id = private.find_user_id(wanted);
end;
grant execute on function public.person_named to anon, authenticated, service_role;
create table private.profile_views (
  person uuid not null references private.profiles (user_id) on delete cascade,
  viewer uuid not null references private.profiles (user_id) on delete cascade,
  day date not null,
  primary key (person, viewer)
);
create index profile_views_viewer_idx on private.profile_views (viewer);
call private.secure_internal_table('private.profile_views');
create function public.count_profile_view(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  reader uuid := auth.uid();
begin
  if reader is null or reader = person or private.is_hidden(person)
     or not private.has_required_factor()
     -- Either account may be deleted: a token outlives its account for up to an hour.
     or (select count(*) from private.profiles where user_id in (reader, person)) < 2 then
    return;
  end if;
  insert into private.profile_views as views (person, viewer, day)
  values (person, reader, (now() at time zone 'utc')::date)
  on conflict on constraint profile_views_pkey do update set day = excluded.day where views.day < excluded.day;
  if found then
    update public.user_stats set profile_views = profile_views + 1 where user_id = person;
  end if;
end $$;
grant execute on function public.count_profile_view to authenticated;
create table public.companies (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint company_name_length check (length(name) between 1 and 100),
  logo_url text constraint company_logo_url_format check (private.is_web_address(logo_url)),
  -- Whether the company has proved that its domain is its own (39_makers.sql).
  verified boolean not null default false,
  website text constraint company_website_format check (length(website) <= 255 and private.is_web_address(website)),
  domain text constraint company_domain_format check (length(domain) <= 255 and domain ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$'),
  size text check (size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  industry text check (industry in ('technology', 'healthcare', 'finance', 'education', 'retail', 'manufacturing', 'other')),
  description text constraint company_description_length check (length(description) <= 1000),
  followers_count integer not null default 0 check (followers_count >= 0),
  -- The founder while the row is inserted, so that the policy can compare it; then null, because
  -- everyone can read this table and the founder may be private. See private.company_founders.
  created_by uuid default auth.uid() references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  -- A logo that an admin uploaded here. 16_uploads.sql checks the host.
  constraint company_logo_url_own check (
    logo_url ~ ('^https?://[^/?#@\\]+/storage/v1/object/public/logos/' || id || '/[A-Za-z0-9._-]+$'))
);
create unique index companies_verified_domain_key on public.companies (domain) where verified;
create index companies_created_by_idx on public.companies (created_by);
create index companies_name_trigrams_idx on public.companies using gin (name extensions.gin_trgm_ops);
create index companies_domain_trigrams_idx on public.companies using gin (domain extensions.gin_trgm_ops);
create table private.company_founders (
  company_id uuid primary key references public.companies (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade
);
create index company_founders_user_id_idx on private.company_founders (user_id);
call private.secure_internal_table('private.company_founders');
create table public.company_members (
  company_id uuid not null references public.companies (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  is_admin boolean not null default false,
  -- Whether the member acts for the company as the maker of its tools (39_makers.sql).
  is_confirmed boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id),
  constraint role_agrees check (is_admin = (role = 'admin'))
);
create index company_members_user_id_idx on public.company_members (user_id);
create function private.is_company_admin(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members where company_id = company and user_id = auth.uid() and is_admin)
$$;
create function private.can_become_first_admin(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.company_founders where company_id = company and user_id = auth.uid())
    and not exists (select from public.company_members where company_id = company and is_admin)
$$;
grant execute on function private.is_company_admin, private.can_become_first_admin
  to anon, authenticated, service_role;
call private.secure_public_table('public.companies');
create policy member_insert on public.companies for insert to authenticated
  with check (created_by = (select auth.uid()));
create policy admin_update on public.companies for update to authenticated
  using (private.is_company_admin(id)) with check (private.is_company_admin(id));
grant insert (name, logo_url, website, domain, size, industry, description),
  update (name, logo_url, website, domain, size, industry, description) on public.companies to authenticated;
call private.secure_table('public.company_members');
create policy anyone_select_unless_private on public.company_members for select
  using (not private.is_hidden(user_id) or private.is_company_admin(company_id));
create policy owner_insert on public.company_members for insert to authenticated
  with check (user_id = (select auth.uid()) and (not is_admin or private.can_become_first_admin(company_id)));
create policy owner_or_admin_delete on public.company_members for delete to authenticated
  using (user_id = (select auth.uid()) or private.is_company_admin(company_id));
grant select on public.company_members to anon, authenticated;
grant insert (company_id, user_id, role, is_admin), delete on public.company_members to authenticated;
create function private.prepare_company() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := private.strip_markup(new.description);
  new.domain := nullif(lower(btrim(new.domain)), '');
  new.website := nullif(btrim(new.website), '');
  -- What was proved is another domain than the one that the company shows now.
  if tg_op = 'UPDATE' and old.verified
    and (new.domain is distinct from old.domain or not private.is_own_website(new.website, new.domain))
  then
    new.verified := false;
  end if;
  return new;
end $$;
create trigger prepare_company before insert or update on public.companies
  for each row execute function private.prepare_company();
create function private.record_founder() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.company_founders (company_id, user_id) values (new.id, new.created_by);
  insert into public.company_members (company_id, user_id, role, is_admin)
    values (new.id, new.created_by, 'admin', true);
  update public.companies set created_by = null where id = new.id;
  return null;
end $$;
create trigger record_founder after insert on public.companies
  for each row when (new.created_by is not null) execute function private.record_founder();
create function private.ignore_repeated_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.user_id is not distinct from coalesce(auth.uid(), new.user_id) and exists (
    select from public.company_members
    where company_id = new.company_id and user_id = new.user_id and is_admin
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger ignore_repeated_admin before insert on public.company_members
  for each row when (new.is_admin) execute function private.ignore_repeated_admin();
create function private.appoint_next_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- When two admins leave at the same moment, the second one waits here and sees that the first is gone.
  perform from public.companies where id = old.company_id for no key update;
  if not exists (select from public.company_members where company_id = old.company_id and is_admin) then
    update public.company_members set role = 'admin', is_admin = true
    where company_id = old.company_id and user_id = (
      select user_id from public.company_members where company_id = old.company_id
      order by is_confirmed desc, created_at, user_id limit 1);
  end if;
  return null;
end $$;
create trigger appoint_next_admin after delete on public.company_members
  for each row when (old.is_admin) execute function private.appoint_next_admin();
create function public.get_user_company(user_uuid uuid)
returns table (company_id uuid, user_role text, is_admin boolean)
language sql stable set search_path = '' as $$
  select m.company_id, m.role, m.is_admin from public.company_members m
  where m.user_id = user_uuid order by m.created_at, m.company_id
$$;
grant execute on function public.get_user_company to anon, authenticated, service_role;
create function public.company_size(person public.profiles) returns text
language sql stable security definer set search_path = '' as $$
  select c.size
  from private.profiles p
  join public.company_members m on m.user_id = p.user_id
  join public.companies c on c.id = m.company_id
  where p.user_id = person.user_id and p.profile_visibility = 'public' and c.size is not null
  order by m.created_at limit 1
$$;
grant execute on function public.company_size to anon, authenticated, service_role;
create table public.user_follows (
  follower_id uuid not null references private.profiles (user_id) on delete cascade,
  following_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, following_id)
);
create index user_follows_following_id_idx on public.user_follows (following_id);
call private.secure_table('public.user_follows');
create policy anyone_select_unless_private on public.user_follows for select
  using (follower_id = (select auth.uid()) or following_id = (select auth.uid())
    or not (private.is_hidden(follower_id) or private.is_hidden(following_id)));
create policy owner_insert on public.user_follows for insert to authenticated
  with check (follower_id = (select auth.uid()));
create policy owner_delete on public.user_follows for delete to authenticated
  using (follower_id = (select auth.uid()));
grant select on public.user_follows to anon, authenticated;
grant insert (follower_id, following_id), delete on public.user_follows to authenticated;
create function private.refuse_own_follow() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.follower_id = new.following_id then
    raise exception 'Cannot follow yourself' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_own_follow before insert on public.user_follows
  for each row execute function private.refuse_own_follow();
create function private.count_user_follows() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.user_stats
    where user_id in (select follower_id from changed_rows union select following_id from changed_rows)
    order by user_id for no key update;
  update public.user_stats person
    set following_count = following_count + step * following, followers_count = followers_count + step * followers
    from (
      select user_id, sum(following) as following, sum(followers) as followers
      from (
        select follower_id as user_id, 1 as following, 0 as followers from changed_rows
        union all select following_id, 0, 1 from changed_rows
      ) single_steps group by user_id
    ) counted
    where person.user_id = counted.user_id;
  return null;
end $$;
call private.add_statement_triggers('public.user_follows', 'count_user_follows');
create table public.company_follows (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, company_id)
);
create index company_follows_company_id_idx on public.company_follows (company_id);
call private.secure_table('public.company_follows');
create policy anyone_select_unless_private on public.company_follows for select
  using (not private.is_hidden(user_id));
create policy owner_insert on public.company_follows for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy owner_delete on public.company_follows for delete to authenticated
  using (user_id = (select auth.uid()));
grant select on public.company_follows to anon, authenticated;
grant insert (user_id, company_id), delete on public.company_follows to authenticated;
create function private.count_company_follows() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.companies where id in (select company_id from changed_rows) order by id for no key update;
  update public.companies company set followers_count = followers_count + step * follows
    from (select company_id, count(*) as follows from changed_rows group by company_id) counted
    where company.id = counted.company_id;
  perform from public.user_stats where user_id in (select user_id from changed_rows) order by user_id for no key update;
  update public.user_stats person set following_count = following_count + step * follows
    from (select user_id, count(*) as follows from changed_rows group by user_id) counted
    where person.user_id = counted.user_id;
  return null;
end $$;
call private.add_statement_triggers('public.company_follows', 'count_company_follows');
create function private.estimate_rating(counts integer[], out counted integer, out mean double precision,
  out variance double precision, out third_moment double precision)
language sql immutable parallel safe set search_path = '' as $$
  with total as (
    select sum(n)::integer as counted, sum(n + 1)::double precision as a, sum(star * (n + 1))::double precision / sum(n + 1) as mean
    from unnest(counts) with ordinality as per_star (n, star)
  )
  select t.counted, t.mean, sum((star - t.mean) ^ 2 * (n + 1)) / t.a / (t.a + 1),
    2 * sum((star - t.mean) ^ 3 * (n + 1)) / t.a / ((t.a + 1) * (t.a + 2))
  from total t, unnest(counts) with ordinality as per_star (n, star) group by t.counted, t.mean, t.a
$$;
create function private.adjust_rating(counts integer[]) returns numeric
language sql immutable parallel safe security definer set search_path = '' as $$
  select round((mean - 1.96 * sqrt(variance))::numeric, 4) from private.estimate_rating(counts) where counted > 0
$$;
grant execute on function private.adjust_rating to anon, authenticated, service_role;
create table public.tools (
  id uuid primary key default gen_random_uuid(),
  name text not null constraint tool_name_length check (length(name) between 1 and 100),
  slug text not null constraint tools_slug_key unique,
  description text not null constraint tool_description_length check (length(description) between 1 and 1000),
  logo_url text constraint tool_logo_url_format check (private.is_web_address(logo_url)),
  website_url text constraint tool_website_url_format check (private.is_web_address(website_url)),
  category text not null constraint tool_category_length check (length(category) between 1 and 100),
  categories text[] not null default '{}',
  rating_sum integer not null default 0 check (rating_sum >= 0),
  review_count integer not null default 0 check (review_count >= 0),
  rating_average numeric(3, 2) generated always as (round(rating_sum::numeric / nullif(review_count, 0), 2)) stored,
  website_host text,
  website_key text constraint tools_website_key unique,
  submitted_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_folded text not null default '',
  search tsvector not null default '',
  -- Other names that people use for it.
  aliases text[] not null default '{}' constraint tool_aliases_count check (cardinality(aliases) <= 10),
  -- The number of reviews per star, 1 to 5, of people without a relationship to the maker and without a reward.
  rating_counts integer[] not null default '{0,0,0,0,0}' constraint tool_rating_counts_length check (cardinality(rating_counts) = 5),
  adjusted_rating numeric(6, 4) generated always as (private.adjust_rating(rating_counts)) stored,
  -- The values of its facts that lists filter by, as `pricing:paid`. A trigger of public.tool_facts writes them.
  facets text[] not null default '{}'
);
create index tools_name_idx on public.tools (name);
create index tools_normalized_name_idx on public.tools (private.normalize_name(name));
create index tools_name_folded_idx on public.tools (name_folded collate "C", id);
create index tools_rating_idx on public.tools (coalesce(rating_average, 0) desc, review_count desc, id desc);
create index tools_rating_ascending_idx on public.tools (coalesce(rating_average, 6), review_count, id);
create index tools_review_count_idx on public.tools (review_count desc, id desc);
create index tools_adjusted_rating_idx on public.tools (coalesce(adjusted_rating, 0) desc, review_count desc, id desc);
create index tools_categories_idx on public.tools using gin (categories);
create index tools_facets_idx on public.tools using gin (facets);
create index tools_search_idx on public.tools using gin (search);
create index tools_search_name_idx on public.tools using gin (ts_filter(search, '{a}'));
create index tools_name_trigrams_idx on public.tools using gin (name_folded extensions.gin_trgm_ops);
create index tools_website_host_idx on public.tools (website_host);
create index tools_submitted_by_idx on public.tools (submitted_by);
call private.secure_public_table('public.tools');
create policy member_insert on public.tools for insert to authenticated
  with check (submitted_by = (select auth.uid()));
grant insert (name, slug, description, category, website_url, logo_url, aliases) on public.tools to authenticated;
create function private.is_open_source(license text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select exists (select from regexp_split_to_table(license, ' OR ') as alternative
    where alternative !~* '(^| )(proprietary|BUSL-|SSPL-|Elastic-|FSL-|PolyForm-|LicenseRef-|CC-BY(-[A-Z]+)*-N[CD])')
$$;
create table public.tool_facts (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  pricing_model text constraint tool_facts_pricing_model check (pricing_model in ('free', 'freemium', 'paid')),
  -- An SPDX identifier, or 'proprietary'.
  license text constraint tool_facts_license_form check (private.is_license(license)),
  -- The lowest price for one person, per period.
  price_from numeric(10, 2) constraint tool_facts_price_range check (price_from > 0),
  price_currency char(3) constraint tool_facts_currency_form check (price_currency ~ '^[A-Z]{3}$'),
  price_period text constraint tool_facts_price_period check (price_period in ('month', 'year', 'once')),
  price_checked_on date,
  price_source_url text constraint tool_facts_price_source_format check (private.is_web_address(price_source_url)),
  platforms text[] constraint tool_facts_platforms
    check (platforms <@ '{web,windows,macos,linux,ios,android,self_hosted}'),
  repository_url text constraint tool_facts_repository_format check (private.is_web_address(repository_url)),
  latest_version text constraint tool_facts_version_length check (length(latest_version) between 1 and 40),
  latest_version_on date,
  discontinued_on date,
  successor_id uuid constraint tool_facts_other_successor check (successor_id <> tool_id),
  constraint tool_facts_price_complete check (
    price_from is null or num_nulls(price_currency, price_period, price_checked_on, price_source_url) = 0)
);
call private.secure_public_table('public.tool_facts');
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
create table public.tool_capabilities (
  tool_id uuid not null references public.tools (id) on delete cascade,
  capability text not null references public.capabilities (slug) on delete cascade,
  primary key (tool_id, capability)
);
create index tool_capabilities_capability_idx on public.tool_capabilities (capability, tool_id);
call private.secure_public_table('public.tool_capabilities');
create table public.capability_redirects (
  slug text primary key,
  capability text not null references public.capabilities (slug) on delete cascade
);
create index capability_redirects_capability_idx on public.capability_redirects (capability);
call private.secure_public_table('public.capability_redirects');
create function private.list_name_keys(name text, aliases text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select distinct replace(private.normalize_search_text(called), ' ', '') from unnest(name || aliases) as called)
$$;
create function private.clean_aliases(aliases text[]) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(alias order by place), '{}') from (
    select distinct on (lower(alias)) alias, place
    from (select private.strip_markup(written) as alias, place from unnest(aliases) with ordinality as given (written, place)) stripped
    where alias <> '' order by lower(alias), place) each_once
$$;
create function private.check_aliases(tool uuid, aliases text[]) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  taken text;
begin
  if exists (select from unnest(aliases) as alias where length(alias) not between 2 and 50) then
    return 'Other names have 2 to 50 characters.';
  end if;
  if exists (select from unnest(aliases) as alias where alias ~ '[,;]') then
    return 'Other names can''t have commas or semicolons.';
  end if;
  if cardinality(aliases) > 10 then
    return 'A tool can have at most ten other names.';
  end if;
  select alias into taken from unnest(aliases) as alias, unnest(private.list_name_keys(alias, '{}')) as key
    where key <> '' and exists (select from public.tools t where t.search @@ quote_literal('=' || key)::tsquery
      and key = any (private.list_name_keys(t.name, '{}')) and t.id is distinct from check_aliases.tool) limit 1;
  if taken is not null then
    return format('%s is the name of another tool.', taken);
  end if;
  return null;
end $$;
create function private.build_tool_search(tool public.tools) returns tsvector
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select setweight(to_tsvector('simple', names), 'A')
    -- The stem of the name as well: "kubernets" means Kubernetes rather than what runs on it.
    || setweight(to_tsvector('english', names), 'A')
    || setweight(to_tsvector('simple', private.normalize_search_text(tool.category)), 'B')
    || setweight(to_tsvector('english', description), 'C')
    || setweight(to_tsvector('simple', description), 'D')
    || setweight(to_tsvector('english', coalesce((select string_agg(private.normalize_search_text(said.pro), ' ') from (
        select lower(pro) as pro
        from (select id, pros from public.reviews where tool_id = tool.id order by created_at desc, id desc limit 1000) newest,
          unnest(newest.pros) as pro
        group by lower(pro) having count(distinct newest.id) > 1) said), '')), 'D')
    || coalesce((select string_agg(quote_literal('=' || key) || ':1A', ' ')::tsvector
      from unnest(private.list_name_keys(tool.name, tool.aliases)) as key where key <> ''), '')
    || coalesce((select string_agg(quote_literal('#' || capability) || ':1B', ' ')::tsvector
      from public.tool_capabilities where tool_id = tool.id), '')
    || coalesce((select string_agg(quote_literal('@' || slug) || ':1B', ' ')::tsvector
      from public.categories where categories.name = any (tool.categories)), '')
  from (select private.normalize_search_text(array_to_string(tool.name || tool.aliases, ' ')) as names,
    -- "e-book" is written as "ebook" as well.
    private.normalize_search_text(tool.description || coalesce((select string_agg(' ' || replace(compound[1], '-', ''), '')
      from regexp_matches(tool.description, '[[:alnum:]]+(?:-[[:alnum:]]+)+', 'g') as compound), '')) as description) written);
end $$;
create function private.prepare_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  problem text;
begin
  new.name := private.strip_markup(new.name);
  new.description := private.strip_markup(new.description);
  new.category := private.strip_markup(new.category);
  new.website_url := nullif(btrim(new.website_url), '');
  new.logo_url := nullif(btrim(new.logo_url), '');
  if tg_op = 'INSERT' and private.get_content_move() <> 'restore' then
    -- An import keeps the slug of its file.
    if private.get_content_move() <> 'import' or new.slug is null then
      -- Two tools that are added at the same time would find the same slug free.
      perform pg_advisory_xact_lock(hashtext('slugs'));
      if exists (select from private.find_tool_by_name(new.name)) then
        raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = 'tools_slug_key';
      end if;
      new.slug := private.find_free_slug(new.name, new.id);
    end if;
    if private.is_client_request() then new.submitted_by := auth.uid(); end if;
  end if;
  new.categories := private.match_categories(new.category);
  new.website_host := lower(substring(new.website_url from '(?i)^https?://(?:www\.)?([^/:?#]+)'));
  new.website_key := private.normalize_website(new.website_url);
  new.name_folded := private.fold_text(new.name);
  -- A restored tool keeps its aliases, also if another tool has such a name now; an import has checked them.
  if new.aliases <> '{}' and private.get_content_move() not in ('restore', 'import') and (tg_op = 'INSERT' or new.aliases <> old.aliases) then
    new.aliases := private.clean_aliases(new.aliases);
    problem := private.check_aliases(new.id, new.aliases);
    perform private.refuse_if(problem is not null, 'check_violation', problem);
  end if;
  if tg_op = 'INSERT'
    or (new.name, new.aliases, new.description, new.category) is distinct from (old.name, old.aliases, old.description, old.category)
  then
    new.search := private.build_tool_search(new);
  end if;
  if private.get_content_move() <> 'restore' then new.updated_at := now(); end if;
  return new;
end $$;
create trigger prepare_tool before insert or update of name, aliases, description, category, website_url, logo_url
  on public.tools for each row execute function private.prepare_tool();
create function private.apply_capability_links() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  changed_tools uuid[];
  changed_slugs text[];
begin
  select array_agg(distinct tool_id), array_agg(distinct capability) into changed_tools, changed_slugs from changed_rows;
  -- In an order, and before the statements that check and count: those see what other transactions have committed meanwhile.
  perform from public.tools t where t.id = any (changed_tools) order by t.id for no key update;
  perform from public.capabilities c where c.slug = any (changed_slugs) order by c.slug for no key update;
  if exists (select from public.tool_capabilities where tool_id = any (changed_tools) group by tool_id having count(*) > 20) then
    raise exception 'A tool can have at most 20 capabilities.' using errcode = 'check_violation';
  end if;
  -- Only these lexemes: building the whole vector takes ten times as long.
  update public.tools t set search = ts_delete(t.search, changed.lexemes) || coalesce((
      select string_agg(quote_literal('#' || l.capability) || ':1B', ' ')::tsvector from public.tool_capabilities l
      where l.tool_id = t.id and '#' || l.capability = any (changed.lexemes)), '')
    from (select tool_id, array_agg('#' || capability) as lexemes from changed_rows group by tool_id) changed
    where t.id = changed.tool_id;
  update public.capabilities c set tool_count = (select count(*) from public.tool_capabilities l where l.capability = c.slug)
    where c.slug = any (changed_slugs);
  return null;
end $$;
call private.add_statement_triggers('public.tool_capabilities', 'apply_capability_links');
create function private.is_independent(relationship text, incentive text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(relationship, 'none') = 'none' and coalesce(incentive, 'none') = 'none'
$$;
create table public.review_campaigns (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  code text not null constraint review_campaigns_code_key unique
    default left(encode(sha256(convert_to(gen_random_uuid()::text, 'utf8')), 'hex'), 10),
  name text not null constraint review_campaigns_name_length check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create index review_campaigns_tool_id_idx on public.review_campaigns (tool_id, created_at desc);
call private.secure_table('public.review_campaigns');
grant select on public.review_campaigns to authenticated;
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid references private.profiles (user_id) on delete set null,
  rating smallint not null constraint review_rating_range check (rating between 1 and 5),
  title text not null constraint review_title_length check (length(title) between 1 and 100),
  content text not null constraint review_content_length check (length(content) between 10 and 1000),
  pros text[] not null default '{}' constraint review_pros_tidy check (private.is_tidy_list(pros)),
  cons text[] not null default '{}' constraint review_cons_tidy check (private.is_tidy_list(cons)),
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether it is demo content. No client can set it.
  is_sample boolean not null default false,
  -- The context of use, which the author may give. The first and the last day of use are dates in the past.
  used_version text constraint review_used_version_length check (length(used_version) between 1 and 40),
  used_plan text constraint review_used_plan check (used_plan in ('free', 'trial', 'paid', 'self_hosted')),
  used_from date,
  used_until date,
  relationship text constraint review_relationship
    check (relationship in ('none', 'maker', 'partner', 'competitor', 'investor')),
  incentive text constraint review_incentive check (incentive in ('none', 'gift', 'discount', 'free_access', 'payment')),
  -- Slugs of capabilities that the tool had when the author chose them. They stay if the tool or the site loses one.
  used_for text[] not null default '{}',
  -- Whether the relationship is a fact that the site knows (39_makers.sql). Its author cannot change it.
  is_relationship_found boolean not null default false,
  -- The invitation of the maker through which it was written.
  campaign_id uuid references public.review_campaigns (id) on delete set null,
  -- Triggers write these (30_review_history.sql): the number of the current version, when it was written if it is
  -- not the first, and the day of the first review of a member who deleted it and wrote it again.
  revision integer not null default 1,
  edited_at timestamptz,
  first_published_on date,
  -- The day on which the author last said that it is still true (43_notification_emails.sql).
  confirmed_on date,
  constraint reviews_one_per_person unique (tool_id, user_id)
);
create index reviews_tool_id_idx on public.reviews (tool_id, created_at desc, id desc);
create index reviews_tool_id_helpful_idx on public.reviews (tool_id, helpful_count desc, created_at desc, id desc);
create index reviews_tool_id_best_idx on public.reviews (tool_id, rating desc, created_at desc, id desc);
create index reviews_user_id_idx on public.reviews (user_id, created_at desc);
create index reviews_created_at_idx on public.reviews (created_at desc);
create index reviews_used_for_idx on public.reviews (tool_id) include (id, rating, used_for) where used_for <> '{}';
create index reviews_not_independent_idx on public.reviews (tool_id)
  where relationship <> 'none' or incentive <> 'none';
create index reviews_campaign_id_idx on public.reviews (campaign_id) where campaign_id is not null;
call private.secure_public_table('public.reviews');
create policy owner_insert on public.reviews for insert to authenticated with check (user_id = (select auth.uid()));
create policy owner_update on public.reviews for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_delete on public.reviews for delete to authenticated using (user_id = (select auth.uid()));
grant insert (tool_id, user_id, rating, title, content, pros, cons, used_version, used_plan, used_from, used_until,
    relationship, incentive, used_for, campaign_id),
  update (rating, title, content, pros, cons, used_version, used_plan, used_from, used_until, relationship, incentive, used_for),
  delete on public.reviews to authenticated;
create table public.review_replies (
  review_id uuid primary key references public.reviews (id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  content text not null constraint review_reply_length check (length(content) between 10 and 2000),
  -- The version of the review that it answers.
  review_revision integer not null default 1,
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index review_replies_tool_id_idx on public.review_replies (tool_id, created_at desc, review_id desc);
create index review_replies_company_id_idx on public.review_replies (company_id);
call private.secure_public_table('public.review_replies');
create table public.review_reply_revisions (
  review_id uuid not null references public.review_replies (review_id) on delete cascade,
  number integer not null,
  content text not null,
  review_revision integer not null,
  written_at timestamptz not null,
  primary key (review_id, number)
);
call private.secure_public_table('public.review_reply_revisions');
create function private.prepare_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  known text[] := '{}';
begin
  new.title := private.trim_text(new.title);
  new.content := private.trim_text(new.content);
  new.pros := array(select private.trim_text(entry) from unnest(new.pros) entry);
  new.cons := array(select private.trim_text(entry) from unnest(new.cons) entry);
  new.used_version := nullif(private.trim_text(new.used_version), '');
  perform private.refuse_if(greatest(new.used_from, new.used_until) > (now() at time zone 'utc')::date,
    'check_violation', 'The date can''t be in the future.');
  -- Also for dates before Christ and -infinity, which pages cannot show.
  perform private.refuse_if(least(new.used_from, new.used_until) < '1950-01-01', 'check_violation', 'The date can''t be before 1950.');
  perform private.refuse_if(new.used_until < new.used_from, 'check_violation', 'The end date can''t be before the start date.');
  new.used_for := array(select distinct slug from unnest(new.used_for) as slug where slug is not null order by slug);
  perform private.refuse_if(cardinality(new.used_for) > 5, 'check_violation', 'Please choose at most five uses.');
  -- One that the tool has lost since, or that was merged, does not keep the author from changing the review.
  if tg_op = 'UPDATE' then
    known := old.used_for || array(select r.capability from public.capability_redirects r where r.slug = any (old.used_for));
  end if;
  if private.get_content_move() = '' and exists (
    select slug from unnest(new.used_for) as slug
    where slug <> all (known)
      and not exists (select from public.tool_capabilities l where l.tool_id = new.tool_id and l.capability = slug))
  then
    raise exception 'Please choose uses of this tool.' using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' then new.updated_at := now(); end if;
  return new;
end $$;
create trigger prepare_review before insert or update of rating, title, content, pros, cons, used_version, used_plan,
    used_from, used_until, relationship, incentive, used_for
  on public.reviews for each row execute function private.prepare_review();
create table public.review_helpful_votes (
  id uuid primary key default gen_random_uuid(),
  review_id uuid not null references public.reviews (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  -- The version of the review that the member read.
  revision integer not null default 1,
  unique (review_id, user_id)
);
create index review_helpful_votes_user_id_idx on public.review_helpful_votes (user_id);
call private.secure_own_table('public.review_helpful_votes');
grant select, insert (review_id, user_id), delete on public.review_helpful_votes to authenticated;
create table public.user_activities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  activity_type text not null check (activity_type in ('review_created')),
  review_id uuid references public.reviews (id) on delete cascade,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index user_activities_user_id_idx on public.user_activities (user_id, created_at desc);
create index user_activities_review_id_idx on public.user_activities (review_id);
call private.secure_table('public.user_activities');
create policy anyone_select_unless_private on public.user_activities for select using (not private.is_hidden(user_id));
grant select on public.user_activities to anon, authenticated;
create function private.add_counts(counts integer[], step integer, ratings smallint[]) returns integer[]
language sql immutable parallel safe set search_path = '' as $$
  select array(select counts[star] + step * cardinality(array_positions(coalesce(ratings, '{}'), star::smallint))
    from generate_series(1, 5) as star order by star)
$$;
create function private.count_reviews() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.tools where id in (select tool_id from changed_rows) order by id for no key update;
  update public.tools tool set review_count = review_count + step * reviews, rating_sum = rating_sum + step * ratings,
      rating_counts = private.add_counts(rating_counts, step, independent)
    from (select tool_id, count(*) as reviews, sum(rating) as ratings,
        array_agg(rating) filter (where private.is_independent(relationship, incentive)) as independent
      from changed_rows group by tool_id) counted
    where tool.id = counted.tool_id;
  perform from public.user_stats where user_id in (select user_id from changed_rows) order by user_id for no key update;
  -- A new review has no votes; a deleted one takes its votes with it.
  update public.user_stats person
    set total_reviews = total_reviews + step * reviews, helpful_votes = helpful_votes - case when step < 0 then helpful else 0 end
    from (select user_id, count(*) as reviews, sum(helpful_count) as helpful from changed_rows group by user_id) counted
    where person.user_id = counted.user_id;
  if step > 0 then
    insert into public.user_activities (user_id, activity_type, review_id, created_at, metadata)
    select review.user_id, 'review_created', review.id, review.created_at,
      jsonb_build_object('rating', review.rating, 'review_id', review.id, 'tool_id', tool.id, 'tool_name', tool.name, 'tool_slug', tool.slug)
    from changed_rows review join public.tools tool on tool.id = review.tool_id
    where review.user_id is not null;
  end if;
  return null;
end $$;
call private.add_statement_triggers('public.reviews', 'count_reviews');
create function private.index_pros(tools uuid[]) returns void
language sql security definer set search_path = '' as $$
  update public.tools t set search = built.search
    from (select id, private.build_tool_search(tool) as search from public.tools tool where id = any (tools) offset 0) built
    where t.id = built.id and t.search <> built.search
$$;
create function private.index_pros_of_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_pros(array(select distinct tool_id from changed_rows where pros <> '{}'));
  return null;
end $$;
call private.add_statement_triggers('public.reviews', 'index_pros_of_reviews');
create function private.index_changed_pros() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_pros(array[old.tool_id, new.tool_id]);
  return null;
end $$;
create trigger index_pros_on_update after update of tool_id, pros on public.reviews
  for each row when ((old.tool_id, old.pros) is distinct from (new.tool_id, new.pros))
  execute function private.index_changed_pros();
create function private.count_changed_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.tools set rating_sum = rating_sum + new.rating - old.rating,
      rating_counts = private.add_counts(
        private.add_counts(rating_counts, -1, case when private.is_independent(old.relationship, old.incentive) then array[old.rating] end),
        1, case when private.is_independent(new.relationship, new.incentive) then array[new.rating] end)
    where id = new.tool_id;
  if new.rating <> old.rating then
    update public.user_activities set metadata = metadata || jsonb_build_object('rating', new.rating)
      where review_id = new.id;
  end if;
  return null;
end $$;
create trigger count_changed_rating after update of rating, relationship, incentive on public.reviews
  for each row when ((old.rating, old.relationship, old.incentive) is distinct from (new.rating, new.relationship, new.incentive))
  execute function private.count_changed_rating();
create function private.count_helpful_votes() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from public.reviews where id in (select review_id from changed_rows) order by id for no key update;
  if step > 0 and exists (
    select from changed_rows vote join public.reviews review on review.id = vote.review_id where review.user_id = vote.user_id
  ) then
    raise exception 'You cannot vote for your own review' using errcode = 'check_violation';
  end if;
  update public.reviews review set helpful_count = helpful_count + step * votes
    from (select review_id, count(*) as votes from changed_rows group by review_id) counted
    where review.id = counted.review_id;
  perform from public.user_stats where user_id in (
    select review.user_id from changed_rows vote join public.reviews review on review.id = vote.review_id
  ) order by user_id for no key update;
  update public.user_stats author set helpful_votes = helpful_votes + step * votes
    from (
      select review.user_id, count(*) as votes
      from changed_rows vote join public.reviews review on review.id = vote.review_id group by review.user_id
    ) counted
    where author.user_id = counted.user_id;
  return null;
end $$;
call private.add_statement_triggers('public.review_helpful_votes', 'count_helpful_votes');
create function private.is_picture_list(list text[], owner uuid) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(list) <= 3
    and array_position(list, null) is null
    and coalesce((
      select bool_and(entry ~ ('^(drawn/cover|uploaded/' || coalesce(owner::text, '[0-9a-f-]{36}')
          || '/[A-Za-z0-9_-][A-Za-z0-9._-]*)$'))
        and count(distinct entry) = count(*)
      from unnest(list) as entry), true)
$$;
grant execute on function private.is_picture_list to anon, authenticated, service_role;
create table private.launches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references private.profiles (user_id) on delete set null,
  tool_id uuid references public.tools (id) on delete set null,
  tagline text not null constraint launch_tagline_length check (length(tagline) between 1 and 80),
  description text constraint launch_description_length check (length(description) <= 2000),
  -- A day that calendars and pages can show.
  launch_date date not null constraint launch_date_range
    check (launch_date >= '2000-01-01' and launch_date < '2100-01-01'),
  featured_image text constraint launch_featured_image_format check (private.is_web_address(featured_image)),
  upvotes_count integer not null default 0 check (upvotes_count >= 0),
  -- Of the launch day alone. After it they stay, whatever happens to the upvotes.
  upvotes_on_day integer not null default 0,
  upvotes_by_new_accounts integer not null default 0,
  created_at timestamptz not null default now(),
  -- The pictures after the featured image: `uploaded/` and a path in the bucket `launches`, or
  -- `drawn/cover`, which the server draws.
  pictures text[] not null default '{}'
    constraint launch_pictures_format check (private.is_picture_list(pictures, user_id)),
  -- Only the maker sees a draft, and everybody with the link to its preview. It is not counted.
  is_draft boolean not null default false
);
create index launches_date_idx on private.launches (launch_date, upvotes_count desc);
create index launches_upvotes_idx on private.launches (upvotes_count desc, launch_date desc);
create index launches_user_id_idx on private.launches (user_id);
create index launches_tool_id_idx on private.launches (tool_id);
call private.secure_table('private.launches');
create policy anyone_select on private.launches for select using (not is_draft or user_id = (select auth.uid()));
create policy owner_insert on private.launches for insert to authenticated with check (user_id = (select auth.uid()));
create policy member_update on private.launches for update to authenticated using (true) with check (true);
create policy member_delete on private.launches for delete to authenticated using (true);
grant select on private.launches to anon, authenticated;
grant update (tagline, description, launch_date, featured_image, is_draft), delete on private.launches to authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image, pictures, is_draft) on private.launches
  to authenticated;
grant select, insert, update, delete on private.launches to service_role;
create function private.was_new_account(account uuid, at timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.profiles p where p.user_id = account
    and p.created_at > at - make_interval(hours => private.get_setting('new_account_hours')::integer));
end $$;
create function private.prepare_launch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.tagline := private.strip_markup(new.tagline);
  new.description := nullif(private.strip_markup(new.description), '');
  new.featured_image := nullif(btrim(new.featured_image), '');
  if private.is_client_request() then
    perform private.refuse_if(new.launch_date < (now() at time zone 'utc')::date and not new.is_draft
      and (tg_op = 'INSERT' or old.is_draft or new.launch_date <> old.launch_date),
      'check_violation', 'Launch date cannot be in the past');
    perform private.refuse_if(array_to_string(new.pictures, ' ') like '%drawn/cover%',
      'check_violation', 'Only the site draws pictures');
  end if;
  -- A draft is a new launch when it is published.
  if tg_op = 'UPDATE' and old.is_draft and not new.is_draft then
    new.created_at := now();
  end if;
  -- The new day may be today, for which it has upvotes already.
  if tg_op = 'UPDATE' and new.launch_date <> old.launch_date then
    select count(*), count(*) filter (where private.was_new_account(vote.user_id, vote.created_at))
      into new.upvotes_on_day, new.upvotes_by_new_accounts
      from public.launch_upvotes vote
      where vote.launch_id = new.id and (vote.created_at at time zone 'utc')::date = new.launch_date;
  end if;
  return new;
end $$;
create trigger prepare_launch before insert or update of tagline, description, launch_date, featured_image, is_draft
  on private.launches for each row execute function private.prepare_launch();
create function private.refuse_launch_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
begin
  if old.user_id is distinct from auth.uid() then
    raise exception 'Only its maker can change a launch.' using errcode = 'insufficient_privilege';
  elsif old.is_draft then
    return case when tg_op = 'DELETE' then old else new end;
  elsif tg_op = 'UPDATE' and new.is_draft then
    raise exception 'A launch can''t become a draft again.' using errcode = 'check_violation';
  elsif old.launch_date < today then
    raise exception 'This launch is over and can''t be changed.' using errcode = 'check_violation';
  elsif old.launch_date = today and tg_op = 'DELETE' then
    raise exception 'A launch can be withdrawn until its day begins.' using errcode = 'check_violation';
  elsif tg_op = 'DELETE' then
    return old;
  elsif old.launch_date = today and (new.tagline, new.launch_date) is distinct from (old.tagline, old.launch_date) then
    raise exception 'On its day only the description and the picture of a launch can be changed.'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_launch_change before update or delete on private.launches
  for each row when (current_user = 'authenticated') execute function private.refuse_launch_change();
create function private.forget_uploaded_pictures() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.launches where user_id = old.user_id and is_draft;
  update private.launches set pictures = '{}'
    where user_id = old.user_id and array_to_string(pictures, ' ') like '%uploaded/%';
  return old;
end $$;
create trigger forget_uploaded_pictures before delete on private.profiles
  for each row execute function private.forget_uploaded_pictures();
create view public.product_launches with (security_invoker) as
select id, user_id, tool_id, tagline, description, launch_date, featured_image, upvotes_count,
  case
    when launch_date = (now() at time zone 'utc')::date then 'live'
    when launch_date > (now() at time zone 'utc')::date then 'scheduled'
    else 'ended'
  end as status,
  created_at, pictures, is_draft
from private.launches;
grant select on public.product_launches to anon, authenticated;
grant insert (user_id, tool_id, tagline, description, launch_date, featured_image, pictures, is_draft)
  on public.product_launches to authenticated;
grant update (tagline, description, launch_date, featured_image, is_draft), delete on public.product_launches to authenticated;
create table private.launch_previews (
  launch_id uuid primary key references private.launches (id) on delete cascade,
  token text not null default replace(gen_random_uuid()::text, '-', '')
);
call private.secure_internal_table('private.launch_previews');
create function public.launch_preview_link(launch uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  found_token text;
begin
  perform private.require_second_factor();
  perform private.refuse_if(not exists (select from private.launches l where l.id = launch and l.user_id = auth.uid()),
    'insufficient_privilege', 'Only its maker can change a launch.');
  insert into private.launch_previews (launch_id) values (launch) on conflict do nothing;
  select token into strict found_token from private.launch_previews where launch_id = launch;
  return '/launch/' || launch || '?preview=' || found_token;
end $$;
grant execute on function public.launch_preview_link to authenticated;
create function public.preview_launch(launch uuid, token text) returns setof public.product_launches
language sql stable security definer rows 1 set search_path = '' as $$
  select l.* from public.product_launches l
    join private.launch_previews preview on preview.launch_id = l.id and preview.token = preview_launch.token
    where l.id = preview_launch.launch
$$;
grant execute on function public.preview_launch to anon, authenticated, service_role;
create function private.is_draft(launch uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.launches l where l.id = launch and l.is_draft)
$$;
grant execute on function private.is_draft to authenticated;
create table public.launch_upvotes (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references private.launches (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint launch_upvotes_one_per_person unique (launch_id, user_id)
);
create index launch_upvotes_user_id_idx on public.launch_upvotes (user_id);
call private.secure_table('public.launch_upvotes');
create policy owner_select on public.launch_upvotes for select to authenticated using (user_id = (select auth.uid()));
create policy owner_insert on public.launch_upvotes for insert to authenticated
  with check (user_id = (select auth.uid()) and not private.is_draft(launch_id));
create policy owner_delete on public.launch_upvotes for delete to authenticated using (user_id = (select auth.uid()));
grant select, insert (launch_id, user_id), delete on public.launch_upvotes to authenticated;
create function private.count_upvotes() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  perform from private.launches where id in (select launch_id from changed_rows) order by id for no key update;
  update private.launches launch set upvotes_count = upvotes_count + step * upvotes
    from (select launch_id, count(*) as upvotes from changed_rows group by launch_id) counted
    where launch.id = counted.launch_id;
  -- A launch that moderators remove or restore takes the figures of its day along.
  if private.get_content_move() = '' then
    update private.launches launch set
      upvotes_on_day = upvotes_on_day + step * on_day, upvotes_by_new_accounts = upvotes_by_new_accounts + step * by_new_accounts
    from (
      select l.id, count(*) as on_day, count(*) filter (where private.was_new_account(vote.user_id, vote.created_at)) as by_new_accounts
      from changed_rows vote join private.launches l on l.id = vote.launch_id
        and l.launch_date = (vote.created_at at time zone 'utc')::date
      where tg_op = 'INSERT' or l.launch_date = (now() at time zone 'utc')::date
      group by l.id
    ) counted where launch.id = counted.id;
  end if;
  return null;
end $$;
call private.add_statement_triggers('public.launch_upvotes', 'count_upvotes');
create function public.launch_results(day date)
returns table (launch_id uuid, upvotes_on_day integer, upvotes_by_new_accounts integer, rank bigint)
language sql stable security definer set search_path = '' as $$
  select l.id, l.upvotes_on_day, l.upvotes_by_new_accounts, rank() over (order by l.upvotes_on_day desc)
  from private.launches l
  where l.launch_date = launch_results.day and not l.is_draft and l.launch_date < (now() at time zone 'utc')::date
  order by rank, l.id desc
$$;
grant execute on function public.launch_results to anon, authenticated, service_role;
create table private.search_words (
  word text collate "C" primary key,
  is_in_name boolean not null
);
create index search_words_trigrams_idx on private.search_words using gin (word extensions.gin_trgm_ops);
call private.secure_internal_table('private.search_words');
create function private.add_search_words(names text[], texts text[]) returns void
language sql set search_path = '' as $$
  insert into private.search_words as known (word, is_in_name)
  select word, bool_or(is_in_name) from (
    select private.split_words(private.normalize_search_text(name)) as word, true as is_in_name from unnest(names) as name
    union all
    select private.split_words(private.normalize_search_text(written)), false from unnest(texts) as written
  ) used group by word order by word
  on conflict (word) do update set is_in_name = true where excluded.is_in_name and not known.is_in_name
$$;
create function private.index_words_of_new_tools() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_search_words(
    (select array_agg(called) from new_rows, unnest(name || aliases) as called),
    (select array_agg(description || ' ' || category) from new_rows));
  return null;
end $$;
create trigger index_words_on_insert after insert on public.tools referencing new table as new_rows
  for each statement execute function private.index_words_of_new_tools();
create function private.index_words_of_changed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_search_words(new.name || new.aliases, array[new.description || ' ' || new.category]);
  return null;
end $$;
create trigger index_words_on_update after update of name, aliases, description, category
  on public.tools for each row execute function private.index_words_of_changed_tool();
create function private.index_words_of_capability() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_search_words('{}', new.name || new.synonyms);
  return null;
end $$;
create trigger index_words after insert or update of name, synonyms on public.capabilities
  for each row execute function private.index_words_of_capability();
select extensions.similarity('', '');
create function private.name_similarity(name text, word text) returns real
language sql immutable parallel safe set search_path = '' as $$
  select max(extensions.similarity(part, word)
    * least(length(part), length(word)) / greatest(length(part), length(word), 1))::real
  from unnest(string_to_array(name, ' ') || name) as part
$$;
create function private.list_facet_phrases() returns table (phrase text, facet text)
language sql immutable set search_path = '' as $$
  values ('free', 'pricing:free'), ('for free', 'pricing:free'), ('free of charge', 'pricing:free'), ('no cost', 'pricing:free'),
    ('freemium', 'pricing:freemium'), ('paid', 'pricing:paid'),
    ('open source', 'license:open_source'), ('opensource', 'license:open_source'), ('foss', 'license:open_source'),
    ('oss', 'license:open_source'), ('libre', 'license:open_source'), ('free software', 'license:open_source'),
    ('free and open source', 'license:open_source'), ('proprietary', 'license:proprietary'), ('closed source', 'license:proprietary'),
    ('self hosted', 'platform:self_hosted'), ('selfhosted', 'platform:self_hosted'), ('self host', 'platform:self_hosted'),
    ('self hosting', 'platform:self_hosted'), ('self hostable', 'platform:self_hosted'), ('on premise', 'platform:self_hosted'),
    ('on premises', 'platform:self_hosted'), ('on prem', 'platform:self_hosted'),
    ('mac', 'platform:macos'), ('macos', 'platform:macos'), ('mac os', 'platform:macos'), ('os x', 'platform:macos'),
    ('osx', 'platform:macos'), ('macbook', 'platform:macos'), ('windows', 'platform:windows'), ('linux', 'platform:linux'),
    ('ubuntu', 'platform:linux'), ('ios', 'platform:ios'), ('iphone', 'platform:ios'), ('ipad', 'platform:ios'),
    ('android', 'platform:android'), ('web based', 'platform:web'), ('browser based', 'platform:web'), ('in the browser', 'platform:web')
$$;
create function private.list_ignored_words() returns text[]
language sql immutable set search_path = '' as $$
  select '{a,alternative,alternatives,an,and,any,app,application,applications,apps,are,at,be,best,better,beginner,beginners,business,
    businesses,by,can,cheap,company,companies,do,easy,enterprise,enterprises,for,freelancer,freelancers,from,get,good,great,how,i,
    in,is,it,large,like,me,most,my,need,nice,of,on,online,or,our,package,packages,platform,platforms,popular,product,products,
    program,programs,recommended,saas,service,services,simple,site,sites,small,smb,software,solution,solutions,some,startup,
    startups,suite,suites,system,systems,team,teams,that,the,their,to,tool,tools,top,up,use,using,vs,want,way,web,website,what,
    which,with,you,your}'::text[]
$$;
create function private.find_named_tools(words text[])
returns table (first_place integer, last_place integer, tool_id uuid)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with phrases as (
    select i, j, array_to_string(words[i:j], '') as key
    from generate_subscripts(words, 1) as i, generate_subscripts(words, 1) as j where j between i and i + 5
  )
  select p.i, p.j, t.id
  from public.tools t join phrases p on p.key = any (private.list_name_keys(t.name, t.aliases))
  where t.search @@ private.build_any_query(array(select '=' || key from phrases))
  order by p.j - p.i desc, p.i, t.review_count desc, t.id;
end $$;
create function private.correct_word(typed text) returns text
language sql stable set search_path = '' set pg_trgm.similarity_threshold = 0.25 as $$
  select w.word from private.search_words w
  where length(typed) >= 4 and w.word operator(extensions.%) typed and private.name_similarity(w.word, typed) >= 0.25
    and not exists (select from private.search_words same where starts_with(same.word, typed))
    and not exists (select from private.search_terms t where t.stems @> array[private.stem_word(typed)])
    and not exists (select from public.tools t where t.search @@ to_tsquery('english', quote_literal(typed)))
  order by private.name_similarity(w.word, typed) desc, w.is_in_name desc, w.word limit 1
$$;
create function private.find_meant_tool(words text[]) returns uuid
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  meant uuid;
begin
  select n.tool_id into meant from private.find_named_tools(words) n limit 1;
  if meant is null and cardinality(words) > 0 then
    select t.id into meant from (
      select id, review_count from public.tools where ts_filter(search, '{a}') @@
        (select string_agg(quote_literal(coalesce(private.correct_word(word), word)), ' & ')::tsquery from unnest(words) as word)
      limit 200) t
    order by t.review_count desc, t.id limit 1;
  end if;
  return meant;
end $$;
create type private.search_part as (words text[], lexemes text[]);
create function private.build_any_query(lexemes text[]) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(quote_literal(lexeme), '|')::tsquery from unnest(lexemes) as lexeme
$$;
create function private.read_query(query text, out words text[], out parts private.search_part[], out facts text[],
  out fact_words text[], out alternatives_to uuid, out compared uuid[], out corrected text, out ignored text[])
language plpgsql stable set search_path = '' as $$
declare
  -- The words, each between two spaces. One that is certainly text begins with a quotation mark.
  rest text;
  sides text[];
  found record;
  better text;
  is_corrected boolean := false;
  place integer;
  -- By the places of the words: the stem, that of the word and the next one together, whether the word is in a term, and
  -- whether it is ignored if it is in none.
  word_stems text[];
  joined_stems text[];
  is_found boolean[];
  is_ignored boolean[];
begin
  parts := '{}'; facts := '{}'; fact_words := '{}'; ignored := '{}';
  select coalesce(string_agg(typed.word, '  ' order by typed.part, typed.number), '') into rest
    from (select case when q.part % 2 = 0 then '"' else '' end || w.word as word, q.part, w.number
      from regexp_split_to_table(left(coalesce(query, ''), 200), '"') with ordinality as q (segment, part),
        regexp_split_to_table(private.normalize_search_text(q.segment), ' ') with ordinality as w (word, number)
      where w.word <> '' order by q.part, w.number limit 12) typed;
  words := string_to_array(replace(rest, '"', ''), '  ');
  rest := ' ' || rest || ' ';

  -- Whole names are text: "Microsoft Teams" keeps "teams", which is ignored elsewhere.
  for found in select * from private.find_named_tools(words) n
      where n.last_place > n.first_place or cardinality(words) = 1 loop
    rest := replace(rest, ' ' || array_to_string(words[found.first_place:found.last_place], '  ') || ' ',
      ' "' || array_to_string(words[found.first_place:found.last_place], '  "') || ' ');
  end loop;

  sides := regexp_split_to_array(rest, ' (?:vs|versus|or|compared  to|compared  with) ');
  if cardinality(sides) between 2 and 4 then
    -- "or" joins whole names; else it is a word like others.
    select array_agg(case when rest !~ ' or ' then private.find_meant_tool(side) else
        (select n.tool_id from private.find_named_tools(side) n where n.last_place - n.first_place + 1 = cardinality(side) limit 1) end
        order by number)
      into compared from unnest(sides) with ordinality as all_sides (written, number),
        lateral (select string_to_array(btrim(replace(written, '"', '')), '  ') as side) as split;
    if array_position(compared, null) is null and cardinality(compared) = (select count(distinct id) from unnest(compared) as id) then
      return;
    end if;
    compared := null;
  end if;

  -- The longest phrases first: "free and open source" is about the license.
  for found in select p.facet, p.phrase, ' ' || replace(p.phrase, ' ', '  ') || ' ' as spaced
      from private.list_facet_phrases() p order by length(p.phrase) desc, p.phrase loop
    if strpos(rest, found.spaced) > 0 and btrim(replace(rest, found.spaced, '')) <> '' then
      rest := replace(rest, found.spaced, '');
      facts := facts || found.facet;
      fact_words := fact_words || found.phrase;
    end if;
  end loop;

  sides := coalesce(regexp_match(rest, ' (?:alternatives?|competitors?|replacements?|substitutes?)  (?:to|for|of) (.+)$'),
    regexp_match(rest, '^(.+) (?:alternatives?|competitors?|replacements?|substitutes?) '),
    regexp_match(rest, ' (?:like|similar  to|instead  of) (.+)$'));
  words := array_remove(string_to_array(replace(rest, '"', ''), ' '), '');
  if sides is not null then
    alternatives_to := private.find_meant_tool(array(select ltrim(word, '"') from unnest(string_to_array(btrim(sides[1]), '  ')) as word
      where word <> all (private.list_ignored_words())));
    -- Without reviews and capabilities a tool has no alternatives, and the search is for its name.
    if cardinality(private.list_alternatives(alternatives_to, 1)) > 0 then return; end if;
    alternatives_to := null;
  end if;

  for found in select * from unnest(array_remove(string_to_array(rest, ' '), '')) with ordinality as typed (word, number) loop
    better := case when found.word !~ '^"' and found.word <> all (private.list_ignored_words()) then private.correct_word(found.word) end;
    words[found.number] := coalesce(better, ltrim(found.word, '"'));
    is_ignored[found.number] := found.word = any (private.list_ignored_words());
    is_corrected := is_corrected or better is not null;
    word_stems[found.number] := private.stem_word(words[found.number]);
  end loop;
  if cardinality(words) = 0 then return; end if;
  if is_corrected then corrected := array_to_string(words, ' '); end if;
  -- If all words would be ignored, they are searched for.
  if not false = any (is_ignored) then is_ignored := array_fill(false, array[cardinality(words)]); end if;

  -- The terms that are in the words, those with the most words first. Two words may be one in the term: "data base".
  joined_stems := array(select private.stem_word(words[i] || words[i + 1]) from generate_series(1, cardinality(words) - 1) as i);
  is_found := array_fill(false, array[cardinality(words)]);
  for found in select * from private.find_named_tools(words) n where n.last_place > n.first_place loop
    if not true = any (is_found[found.first_place:found.last_place]) then
      better := array_to_string(words[found.first_place:found.last_place], '');
      parts := parts || row(words[found.first_place:found.last_place], array['=' || better])::private.search_part;
      foreach place in array array(select generate_series(found.first_place, found.last_place)) loop is_found[place] := true; end loop;
    end if;
  end loop;
  for found in
    select matching.* from (
      select t.kind, bool_or(t.is_name) as is_name, t.stems,
        array_agg(distinct case t.kind when 'capability' then '#' else '@' end || t.slug) as lexemes,
        array(select i from generate_subscripts(words, 1) as i
          where t.stems && array[word_stems[i], joined_stems[i], joined_stems[i - 1]]) as places
      from private.search_terms t
      where t.stems && (word_stems || joined_stems) and t.stems <@ (word_stems || joined_stems)
      group by t.kind, t.stems
    ) matching
    -- "Speech to text" and "text to speech" have the same words.
    order by kind, cardinality(places) desc, stems = array(select word_stems[i] from unnest(places) as i) desc, is_name desc, stems
  loop
    if exists (select from unnest(found.places) as i where not is_found[i] and not is_ignored[i]) then
      parts := parts || row(array(select words[i] from unnest(found.places) as i), found.lexemes)::private.search_part;
      foreach place in array found.places loop is_found[place] := true; end loop;
    end if;
  end loop;
  for place in select i from generate_subscripts(words, 1) as i where not is_found[i] loop
    if is_ignored[place] then
      ignored := ignored || words[place];
    else
      parts := parts || row(words[place:place], null)::private.search_part;
    end if;
  end loop;
  words := array(select words[i] from generate_subscripts(words, 1) as i where is_found[i] or not is_ignored[i]);
end $$;
create function private.build_wanted_facets(pricing text, platform text, license text) returns text[]
language sql immutable set search_path = '' as $$
  select array_remove(array['pricing:' || nullif(pricing, ''), 'platform:' || nullif(platform, ''),
    'license:' || nullif(license, '')], null)
$$;
create function private.build_words_query(words text[], weights text, longer_from integer default 100) returns tsquery
language plpgsql stable set search_path = '' as $$
declare
  result tsquery;
  word text;
  stem text;
  word_query tsquery;
begin
  foreach word in array words loop
    word_query := (quote_literal(word) || ':' || weights || case when length(word) >= longer_from then '*' else '' end)::tsquery;
    stem := (ts_lexize('pg_catalog.english_stem', word))[1];
    if stem <> word then word_query := word_query || (quote_literal(stem) || ':' || weights)::tsquery; end if;
    result := case when result is null then word_query else result && word_query end;
  end loop;
  return result;
end $$;
create function private.build_part_query(part private.search_part) returns tsquery
language sql stable set search_path = '' as $$
  select -- A word may be a name that is written as several.
    case when part.lexemes is null then private.build_words_query(part.words, '', 1) || quote_literal('=' || array_to_string(part.words, ''))::tsquery
    -- Terms are often short words, which many longer ones begin with.
    else private.build_words_query(part.words, '', 4) || private.build_any_query(part.lexemes) end
$$;
create function private.is_frequent(terms tsquery) returns boolean
language sql stable set search_path = '' as $$
  select count(*) > 5 from (select search from public.tools order by review_count desc, id desc limit 100) t where t.search @@ terms
$$;
create function private.measure_rarity(terms tsquery) returns double precision
language sql stable set search_path = '' as $$
  select ln(2 + count(*)::float8) - ln(1 + count(*) filter (where t.search @@ terms))
  from (select search from public.tools order by review_count desc, id desc limit 200) t
$$;
create function private.count_matches(terms tsquery, up_to integer) returns integer
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  if (select count(*) from (select search from public.tools order by review_count desc, id desc limit 200) t where t.search @@ terms) >= up_to then
    return up_to;
  end if;
  return (select count(*) from (select from public.tools t where t.search @@ terms limit up_to) matching);
end $$;
create function private.build_part_score(part private.search_part) returns text
language sql stable set search_path = '' as $$
  select format('case when t.search @@ %L::tsquery then 1', private.build_words_query(part.words, 'A'))
    || case when array_to_string(part.lexemes, ' ') ~ '[#=]' then format(' when t.search @@ %L::tsquery then 0.7 + 0.6 / sqrt(greatest(
        (select count(*) from public.tool_capabilities l where l.tool_id = t.id), 1))', private.build_any_query(part.lexemes)) else '' end
    || format(' when t.search @@ %L::tsquery then 0.8 when t.search @@ %L::tsquery then 0.6 when t.search @@ %L::tsquery then 0.45 else 0.3 end',
      private.build_words_query(part.words, 'AB'), private.build_words_query(part.words, 'A', 1), private.build_words_query(part.words, ''))
    || case when part.lexemes is null then '' else (
      select format(' + 0.25 * (%s) / %s',
        string_agg(format('case when t.search @@ %L::tsquery then 1 else 0 end', private.build_words_query(array[word], '')), ' + '), count(*))
      from unnest(part.words) as word) end
$$;
create function private.plan_search(query text, out words text, out listed uuid[], out terms tsquery, out all_terms tsquery,
  out score text, out facts text[], out has_terms boolean)
language plpgsql stable set search_path = '' as $$
declare
  read record;
  part private.search_part;
  part_query tsquery;
  queries tsquery[] := '{}';
  rarities double precision[] := '{}';
  scores text[] := '{}';
begin
  select * into read from private.read_query(query);
  words := array_to_string(read.words, ' ');
  facts := read.facts;
  has_terms := false;
  score := '0';
  if read.compared is not null or read.alternatives_to is not null then
    listed := read.compared || array(select id from unnest(private.list_alternatives(coalesce(read.alternatives_to, read.compared[1]), 48)) as id
      where id <> all (coalesce(read.compared, '{}')));
    return;
  end if;
  foreach part in array read.parts loop
    part_query := private.build_part_query(part);
    queries := queries || part_query;
    has_terms := has_terms or part.lexemes is not null;
    rarities := rarities || private.measure_rarity(part_query);
    scores := scores || private.build_part_score(part);
    all_terms := case when all_terms is null then part_query else all_terms && part_query end;
  end loop;
  if all_terms is null then return; end if;
  select string_agg(format('%s * case when t.search @@ %L::tsquery then (%s) else 0 end', round((4 * rarity / total)::numeric, 4), q, s), ' + ')
    into score
    from unnest(queries, rarities, scores) as p (q, rarity, s), (select sum(r) as total from unnest(rarities) as r) total;
  terms := all_terms;
  -- If few tools have all parts, those with the rarer parts follow.
  foreach part_query in array array(select q from unnest(queries, rarities) as p (q, rarity) order by rarity desc) loop
    exit when private.count_matches(terms, 12) = 12;
    terms := terms || part_query;
  end loop;
  if private.count_matches(terms, 1) = 0 then
    terms := null;
  end if;
end $$;
create function private.build_match_filter(words text, listed uuid[], terms tsquery, capability text) returns text
language sql immutable set search_path = '' as $$
  select case when capability <> '' then format('t.search @@ %L::tsquery and ', quote_literal('#' || capability)) else '' end
    || case when listed is not null then format('t.id = any (%L::uuid[])', listed)
    when terms is not null then format('t.search @@ %L::tsquery', terms)
    -- No word is known, and none is similar to a known one: a name may be written as two words, or as one.
    when words <> '' then format('%L operator(extensions.<%%) t.name_folded', words)
    else 'true' end
$$;
create function private.build_tool_filter(match_filter text, terms tsquery, category text, min_rating numeric,
  facets text[] default '{}') returns text
language plpgsql stable set search_path = '' as $$
declare
  category_name text := private.find_category(category);
  tool_filter text := match_filter;
begin
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
create function private.build_tool_list(query text, in_category text, min_rating numeric, sort text, facets text[],
  capability text, out keys text[],
  out direction text, out source text, out tool_filter text, out first_tools tid[])
language plpgsql stable set search_path = '' as $$
declare
  max_candidates constant integer := case when cardinality(facets) > 0 then 200 else 600 end;
  max_most_reviewed constant integer := 200;
  plan record;
  other_filter text;
  name_filter text;
  facts_score text;
  most_reviewed tid[];
  more tid[];
begin
  first_tools := '{}';
  source := 'public.tools t';
  select * into plan from private.plan_search(query);
  tool_filter := private.build_tool_filter(private.build_match_filter(plan.words, plan.listed, plan.terms, capability), plan.terms,
    in_category, min_rating, facets);
  if sort = 'relevance' and (plan.words <> '' or plan.listed is not null) then
    other_filter := private.build_tool_filter(private.build_match_filter('', null, null, capability), null, in_category, min_rating)
      || format(' and (t.facets || ''{}''::text[]) @> %L::text[]', facets);
    select coalesce(string_agg(format('case when t.facets @> array[%L] then 1 %s else 0 end', fact,
        -- A plan without a price is free for its users.
        case when fact = 'pricing:free' then 'when t.facets @> array[''pricing:freemium''] then 0.9' else '' end), ' + '), '0')
      into facts_score from unnest(plan.facts) as fact;
    facts_score := format('10 * (%s)::float8 / %s', facts_score, greatest(cardinality(plan.facts), 1));
    if plan.listed is not null then
      source := format('(select scored.*, (1000000 * (place_score + facts_score))::bigint as score
        from (select t.*, (1 - array_position(%1$L::uuid[], t.id)::float8 / 100) as place_score, 0::float8 as name_score,
            0::float8 as all_score, (%2$s)::float8 as facts_score,
            0::float8 as text_score, 0::float8 as rating_score, 0::float8 as reviews_score
          from public.tools t where %3$s) scored) t', plan.listed, facts_score, tool_filter);
    else
      if plan.terms is not null then
        name_filter := format('ts_filter(t.search, ''{a}'') @@ %L::tsquery and %s', plan.terms, other_filter);
        execute format('select array(select t.ctid from public.tools t where %s limit %s)', name_filter, max_candidates + 1)
          into first_tools;
        -- If there are more, those among the most reviewed tools of the site are in any case candidates.
        if cardinality(first_tools) > max_candidates then
          execute format('select array(select t.ctid from (select ctid, * from public.tools order by review_count desc, id desc limit %s) t where %s)',
            max_most_reviewed, name_filter) into most_reviewed;
          first_tools := most_reviewed || array((select unnest(first_tools) except select unnest(most_reviewed))
            limit max_candidates - cardinality(most_reviewed));
        end if;
        if plan.terms <> plan.all_terms then
          execute format('select array(select t.ctid from public.tools t where t.search @@ %L::tsquery and %s and t.ctid <> all($1) limit 12)',
            plan.all_terms, other_filter) into more using first_tools;
          first_tools := more || first_tools;
        end if;
        if cardinality(plan.facts) > 0 then
          execute format('select array(select t.ctid from public.tools t where %s and t.facets && %L::text[] and t.ctid <> all($1)
            order by t.review_count desc, t.id desc limit 200)', tool_filter, plan.facts) into more using first_tools;
          first_tools := more || first_tools;
        end if;
        first_tools := first_tools[:max_candidates];
      end if;
      source := format(
        '(select scored.*, (1000000 * (name_score + all_score + facts_score + text_score + rating_score + reviews_score))::bigint as score
         from (select t.*, 0::float8 as place_score,
           (case when t.search @@ %2$L::tsquery then 101
             when length(%1$L) >= 3 and starts_with(t.name_folded || %3$L, %1$L || %3$L) then 10 + length(%1$L)::float8 / length(t.name_folded)
             else %4$s end)::float8 as name_score,
           (case when %5$s then 20 else 0 end)::float8 as all_score, (%6$s)::float8 as facts_score, (%7$s)::float8 as text_score,
           coalesce(t.rating_average, 0)::float8 / 50 as rating_score, ln(1 + t.review_count)::float8 / 50 as reviews_score
         from public.tools t where t.ctid = any(array(
           select unnest($1)
           union all (select t.ctid from public.tools t where %8$s and t.ctid <> all($1) order by t.review_count desc, t.id desc limit %9$s)))) scored) t',
        plan.words, '=' || replace(plan.words, ' ', ''),
        -- The words of a capability do not ask for names that begin with them, as "bi" for Bitwarden.
        case when plan.has_terms then ' ' else '' end,
        case when plan.terms is null then format('private.name_similarity(t.name_folded, %L)', plan.words)
          else format('extensions.similarity(t.name_folded, %L)', plan.words) end,
        coalesce(format('t.search @@ %L::tsquery', plan.all_terms), 'false'), facts_score, plan.score,
        tool_filter, max_candidates - cardinality(first_tools));
    end if;
    tool_filter := 'true';
    keys := '{t.score,t.id}';
    direction := 'desc';
    return;
  end if;
  case when sort = 'name-desc' then keys := array['t.name_folded collate "C"', 't.id']; direction := 'desc';
    when sort = 'rating-desc' then keys := array['coalesce(t.rating_average, 0)', 't.review_count', 't.id']; direction := 'desc';
    -- An unrated tool is not the lowest rated one: it comes last.
    when sort = 'rating-asc' then
      keys := array['coalesce(t.rating_average, 6)', 't.review_count', 't.id']; direction := 'asc';
      -- The minimum in the expression of this order's index, which then begins there.
      if min_rating > 0 then
        tool_filter := private.build_tool_filter(private.build_match_filter(plan.words, plan.listed, plan.terms, capability), plan.terms,
          in_category, 0, facets) || format(' and coalesce(t.rating_average, 6) between %L and 5', min_rating);
      end if;
    when sort = 'adjusted-desc' then
      keys := array['coalesce(t.adjusted_rating, 0)', 't.review_count', 't.id']; direction := 'desc';
    when sort = 'reviews-desc' then keys := '{t.review_count,t.id}'; direction := 'desc';
    when sort = 'reviews-asc' then keys := '{t.review_count,t.id}'; direction := 'asc';
    else keys := array['t.name_folded collate "C"', 't.id']; direction := 'asc';
  end case;
end $$;
create function public.understand_query(query text) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  read record;
begin
  select * into read from private.read_query(understand_query.query);
  return jsonb_build_object(
    'text', array_to_string(read.words, ' '),
    'capabilities', (select coalesce(jsonb_agg(distinct substr(lexeme, 2)), '[]') from unnest(read.parts) as part,
      unnest(part.lexemes) as lexeme where lexeme like '#%'),
    'pricing', (select split_part(fact, ':', 2) from unnest(read.facts) as fact where fact like 'pricing:%' limit 1),
    'platform', (select split_part(fact, ':', 2) from unnest(read.facts) as fact where fact like 'platform:%' limit 1),
    'license', (select split_part(fact, ':', 2) from unnest(read.facts) as fact where fact like 'license:%' limit 1),
    'facts', (select coalesce(jsonb_agg(jsonb_build_object('kind', split_part(fact, ':', 1), 'value', split_part(fact, ':', 2),
        'words', fact_word)), '[]')
      from unnest(read.facts, read.fact_words) as asked (fact, fact_word)),
    'alternatives_to', (select slug from public.tools where id = read.alternatives_to),
    'compare', (select coalesce(jsonb_agg(t.slug order by c.place), '[]')
      from unnest(read.compared) with ordinality as c (id, place) join public.tools t on t.id = c.id),
    'corrected', read.corrected, 'ignored', to_jsonb(read.ignored));
end $$;
create function public.search_matches(query text, tools uuid[])
returns table (id uuid, matches text[])
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  read record;
begin
  select * into read from private.read_query(search_matches.query);
  return query
  select t.id, array(
    select matched from (
      select p.place, coalesce((select min(c.name) from public.tool_capabilities l join public.capabilities c on c.slug = l.capability
          where l.tool_id = t.id and '#' || c.slug = any (p.lexemes)), array_to_string(p.words, ' ')) as matched
        from unnest(read.parts) with ordinality as p (words, lexemes, place)
        where t.search @@ private.build_part_query(row(p.words, p.lexemes)::private.search_part)
      union all
      select 100 + asked.place, asked.fact_word from unnest(read.facts, read.fact_words) with ordinality as asked (fact, fact_word, place)
        where t.facets @> array[asked.fact] or asked.fact = 'pricing:free' and t.facets @> '{pricing:freemium}'
    ) reasons group by matched order by min(place))
  from public.tools t where t.id = any (search_matches.tools[:100]);
end $$;
create function public.suggest(query text, only_kind text default null)
returns table (kind text, slug text, name text, detail text, matched text)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off as $$
declare
  words text[] := string_to_array(private.normalize_search_text(left(coalesce(suggest.query, ''), 200)), ' ');
  name_query tsquery;
begin
  if length(array_to_string(words, '')) < 2 then return; end if;
  for attempt in 1..3 loop
    -- A name may be written as two words, or as one.
    name_query := ((select string_agg(quote_literal(word) || ':A*', ' & ') from unnest(words) as word)
      || ' | ' || quote_literal('=' || array_to_string(words, '')) || ':A*')::tsquery;
    return query
    with matching_tools as (
      -- Of many tools with the words those among the most reviewed ones of the site, and 200 more that the index finds.
      select found.id, found.slug, found.name, found.category, row_number() over (order by
        found.search @@ quote_literal('=' || array_to_string(words, ''))::tsquery desc,
        starts_with(found.name_folded, array_to_string(words, ' ')) desc, found.review_count desc, found.id) as place
      from (
        select * from (select * from public.tools order by review_count desc, id desc limit 200) t where t.search @@ name_query
        union
        select * from (select * from public.tools where ts_filter(search, '{a}') @@ name_query limit 200) t
      ) found
    ), matching_terms as (
      select t.kind, t.slug, row_number() over (partition by t.kind order by
        bool_or(t.term = array_to_string(words, ' ')) desc, bool_or(starts_with(t.term, array_to_string(words, ' '))) desc,
        max(case when t.is_name then 1 else 0 end) desc, max(coalesce(c.tool_count, 0)) desc, t.slug) as place,
        case when bool_or(t.is_name) then '' else
          (array_agg(t.term order by starts_with(t.term, array_to_string(words, ' ')) desc, t.term))[1] end as matched
      from private.search_terms t left join public.capabilities c on t.kind = 'capability' and c.slug = t.slug
      where ' ' || t.term like all (array(select '% ' || word || '%' from unnest(words) as word))
      group by t.kind, t.slug
    ), ranked as (
      select 'tool' as kind, t.slug, t.name, t.category as detail, '' as matched, t.place, 1 as kind_place from matching_tools t
      union all
      select t.kind, t.slug, c.name, c.tool_count::text, t.matched, t.place, 2
        from matching_terms t join public.capabilities c on c.slug = t.slug where t.kind = 'capability'
      union all
      select t.kind, t.slug, c.name, coalesce((select counted from (select sum(n.counted) as counted from private.tool_counts n
          where n.category = c.name) counts), 0)::text, t.matched, t.place, 3
        from matching_terms t join public.categories c on c.slug = t.slug where t.kind = 'category'
    )
    select shown.kind, shown.slug, shown.name, shown.detail, shown.matched from (
      -- Each kind has its share of the rows, and more if the others need less.
      select * from ranked where suggest.only_kind is null or ranked.kind = suggest.only_kind
      order by place > case ranked.kind when 'tool' then 4 when 'capability' then 3 else 1 end, place, kind_place
      limit case when suggest.only_kind is null then 8 else 40 end) shown
    order by shown.kind_place, shown.place;
    exit when found;
    words := case attempt when 2 then array(select coalesce(private.correct_word(word), word) from unnest(words) as word)
      else coalesce(nullif(array(select word from unnest(words) as word where word <> all (private.list_ignored_words())), '{}'), words) end;
  end loop;
end $$;
create function public.nearest_capabilities(query text)
returns table (slug text, name text, tool_count integer)
language sql stable security definer set search_path = '' set jit = off as $$
  select c.slug, c.name, c.tool_count
  from (select t.slug, max(extensions.similarity(t.term, private.normalize_search_text(left(nearest_capabilities.query, 200)))) as similarity
    from private.search_terms t where t.kind = 'capability' group by t.slug) near join public.capabilities c on c.slug = near.slug
  where near.similarity >= 0.25 and c.tool_count > 0
  order by near.similarity desc, c.name limit 6
$$;
grant execute on function public.understand_query, public.search_matches, public.suggest, public.nearest_capabilities to anon, authenticated, service_role;
create function public.search_tools(query text default '', in_category text default null, min_rating numeric default 0,
  sort text default 'name-asc', page_size integer default 24, after text default null, pricing text default null,
  platform text default null, license text default null, capability text default null)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer, after_row text)
language plpgsql stable security definer set search_path = '' set jit = off set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  list record;
  cursor_values text[];
  cursor_filter text := '';
begin
  select * into list from private.build_tool_list(query, in_category, min_rating, sort,
    private.build_wanted_facets(pricing, platform, license), capability);
  if after is not null then
    begin
      cursor_values := array(select jsonb_array_elements_text(after::jsonb));
    exception when others then
      raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
    end;
    perform private.refuse_if(cardinality(cursor_values) <> cardinality(list.keys) or array_position(cursor_values, null) is not null,
      'invalid_parameter_value', 'after is not a cursor of this order');
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
    using list.first_tools;
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
  pricing text default null, platform text default null, license text default null, capability text default null)
returns bigint
language plpgsql stable security definer set search_path = '' set jit = off set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  plan record;
  match_filter text;
  category_name text := private.find_category(in_category);
  facets constant text[] := private.build_wanted_facets(pricing, platform, license);
  max_count integer := 601;
  tool_filter text;
  result bigint;
begin
  select * into plan from private.plan_search(query);
  match_filter := private.build_match_filter(plan.words, plan.listed, plan.terms, capability);
  if match_filter = private.build_match_filter('', null, null, capability) and capability <> '' and cardinality(facets) = 0
    and coalesce(in_category, '') = '' and coalesce(min_rating, 0) <= 0
  then
    return coalesce((select c.tool_count from public.capabilities c where c.slug = count_tools.capability), 0);
  end if;
  if match_filter = 'true' and cardinality(facets) = 0 and (category_name is not null or coalesce(in_category, '') = '') then
    return (select coalesce(sum(counted), 0) from private.tool_counts
      where tool_counts.category = coalesce(category_name, '') and rating >= greatest(coalesce(min_rating, 0), 0));
  end if;
  if match_filter = 'true' and cardinality(facets) = 1 and coalesce(min_rating, 0) <= 0
    and (category_name is not null or coalesce(in_category, '') = '')
  then
    return coalesce((select counted from private.facet_counts
      where facet_counts.category = coalesce(category_name, '') and facet = facets[1]), 0);
  end if;
  tool_filter := private.build_tool_filter(match_filter, plan.terms, in_category, min_rating, facets);
  if cardinality(facets) > 0 then
    max_count := case when match_filter <> 'true' then 201 else 601 end;
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
  if match_filter <> 'true' and category_name is not null and min_rating > 0 and (
    select sum(counted) filter (where rating >= min_rating) * 5 > sum(counted) from private.tool_counts where category = '') then
    tool_filter := private.build_tool_filter(match_filter, plan.terms, in_category, 0, facets)
      || format(' and coalesce(t.rating_average, 0) + 0 >= %L', min_rating);
  end if;
  execute format('select count(*) from (select from public.tools t where %s%s) found',
    tool_filter, case when match_filter <> 'true' or cardinality(facets) > 0 then ' limit ' || max_count else '' end)
    into result;
  return result;
end $$;
create function public.search_people(query text, page_size integer default 6)
returns table (username text, first_name text, last_name text)
language sql stable security definer set search_path = '' as $$
  with wanted as materialized (
    select words, words[1] as beginning, words[1] || chr(1114111) as after_it
    from (select array(
      select lower(word) from regexp_split_to_table(btrim(left(coalesce(query, ''), 100)), '\s+') as word
      where word <> '' limit 3) as words) split
  ),
  -- At most 300 by each name, because thousands may share a prefix. The bounds are sub-selects,
  -- because the index needs a single value for each.
  candidates as (
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.username) ~>=~ (select beginning from wanted)
        and lower(p.username) ~<~ (select after_it from wanted) limit 300)
    union
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.first_name) ~>=~ (select beginning from wanted)
        and lower(p.first_name) ~<~ (select after_it from wanted) limit 300)
    union
    (select p.user_id, p.username, p.first_name, p.last_name from private.profiles p
      where p.profile_visibility <> 'private' and lower(p.last_name) ~>=~ (select beginning from wanted)
        and lower(p.last_name) ~<~ (select after_it from wanted) limit 300)
  )
  select c.username, c.first_name, c.last_name
  from candidates c, wanted w
  where not exists (
    select from unnest(w.words) as word
    where not starts_with(lower(c.username), word)
      and not starts_with(lower(coalesce(c.first_name, '')), word)
      and not starts_with(lower(coalesce(c.last_name, '')), word))
  order by lower(c.username) = w.beginning desc, c.username
  limit least(greatest(page_size, 0), 20)
$$;
grant execute on function public.search_tools, public.count_tools, public.search_people
  to anon, authenticated, service_role;
create table private.tool_counts (
  category text not null,
  rating numeric(3, 2) not null,
  counted integer not null,
  primary key (category, rating)
);
call private.secure_internal_table('private.tool_counts');
create table private.facet_counts (
  category text not null,
  facet text not null,
  counted integer not null,
  primary key (category, facet)
);
call private.secure_internal_table('private.facet_counts');
create table private.tool_review_days (
  tool_id uuid not null references public.tools (id) on delete cascade,
  day date not null,
  rating smallint not null,
  counted integer not null,
  primary key (tool_id, day, rating)
);
call private.secure_internal_table('private.tool_review_days');
create table private.review_days (
  day date not null,
  rating smallint not null,
  reviews integer not null,
  signed integer not null,
  primary key (day, rating)
);
call private.secure_internal_table('private.review_days');
create table private.people_counts (
  figure text primary key,
  counted integer not null
);
call private.secure_internal_table('private.people_counts');
create table private.launch_days (
  launch_date date primary key,
  counted integer not null
);
call private.secure_internal_table('private.launch_days');
create function private.count_rows() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  steps text[];
begin
  if tg_op <> 'DELETE' then steps := steps || format(tg_argv[2], 1, 'new_rows'); end if;
  if tg_op <> 'INSERT' then steps := steps || format(tg_argv[2], -1, 'old_rows'); end if;
  execute format(
    'insert into %1$s as counts (%2$s, counted)
     select %2$s, sum(step) from (%3$s) steps group by %2$s having sum(step) <> 0 order by %2$s
     on conflict (%2$s) do update set counted = counts.counted + excluded.counted',
    tg_argv[0], tg_argv[1], array_to_string(steps, ' union all '));
  return null;
end $$;
create procedure private.count_table(target regclass, name text, with_updates boolean, variadic arguments text[])
language plpgsql set search_path = '' as $$
declare
  called constant text := format('for each statement execute function private.count_rows(%s)',
    (select string_agg(quote_literal(argument), ', ') from unnest(arguments) as argument));
begin
  execute format('create trigger %s_on_insert after insert on %s referencing new table as new_rows %s', name, target, called);
  execute format('create trigger %s_on_delete after delete on %s referencing old table as old_rows %s', name, target, called);
  if with_updates then
    execute format('create trigger %s_on_update after update on %s referencing old table as old_rows new table as new_rows %s',
      name, target, called);
  end if;
end $$;
call private.count_table('public.tools', 'count_tools', false, 'private.tool_counts', 'category, rating',
  $$select unnest(categories || ''::text) as category, coalesce(rating_average, 0) as rating, %1$s as step from %2$s$$);
call private.count_table('public.tools', 'count_facets', false, 'private.facet_counts', 'category, facet',
  $$select listed as category, facet, %1$s as step from %2$s, unnest(categories || ''::text) as listed, unnest(facets) as facet$$);
call private.count_table('private.profiles', 'count_people', true, 'private.people_counts', 'figure',
  $$select unnest(case when job_title is null then '{people}'::text[] else '{people,with_job}' end) as figure, %1$s as step from %2$s$$);
call private.count_table('private.launches', 'count_launches', false, 'private.launch_days', 'launch_date',
  'select launch_date, %1$s as step from %2$s where not is_draft');
create function private.count_moved_launches() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select launch_date, is_draft from old_rows except all select launch_date, is_draft from new_rows) then
    return null;
  end if;
  insert into private.launch_days as counts (launch_date, counted)
  select launch_date, sum(step)
  from (
    select launch_date, 1 as step from new_rows where not is_draft
    union all select launch_date, -1 from old_rows where not is_draft
  ) steps
  group by 1 having sum(step) <> 0 order by 1
  on conflict (launch_date) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_moved_launches after update on private.launches
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_moved_launches();
create function private.count_changed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.tool_counts as counts (category, rating, counted)
  select category, rating, sum(step) from (
    select unnest(old.categories || ''::text) as category, coalesce(old.rating_average, 0) as rating, -1 as step
    union all
    select unnest(new.categories || ''::text), coalesce(new.rating_average, 0), 1
  ) steps group by category, rating order by category, rating
  on conflict (category, rating) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_changed_tool after update on public.tools for each row
  when (old.rating_average is distinct from new.rating_average or old.categories <> new.categories)
  execute function private.count_changed_tool();
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
create function private.count_reviewers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.people_counts as counts (figure, counted)
  select figure, (coalesce(new.total_reviews, 0) >= least)::integer - (coalesce(old.total_reviews, 0) >= least)::integer
  from (values ('experts', 20), ('reviewers', 1)) figures (figure, least)
  on conflict (figure) do update set counted = counts.counted + excluded.counted;
  return null;
end $$;
create trigger count_reviewers_on_update after update on public.user_stats for each row
  when ((old.total_reviews >= 1) <> (new.total_reviews >= 1) or (old.total_reviews >= 20) <> (new.total_reviews >= 20))
  execute function private.count_reviewers();
create trigger count_reviewers_on_delete after delete on public.user_stats for each row
  when (old.total_reviews >= 1) execute function private.count_reviewers();
create function private.count_reviews_per_period() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  -- A deleted tool takes its days with it.
  insert into private.tool_review_days as counts (tool_id, day, rating, counted)
  select tool_id, (created_at at time zone 'utc')::date, rating, step * count(*)
  from changed_rows review where exists (select from public.tools where id = review.tool_id)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (tool_id, day, rating) do update set counted = counts.counted + excluded.counted;
  insert into private.review_days as counts (day, rating, reviews, signed)
  select (created_at at time zone 'utc')::date, rating, step * count(*), step * count(user_id)
  from changed_rows group by 1, 2 order by 1, 2
  on conflict (day, rating) do update set reviews = counts.reviews + excluded.reviews, signed = counts.signed + excluded.signed;
  return null;
end $$;
call private.add_statement_triggers('public.reviews', 'count_reviews_per_period');
create function private.count_moved_reviews() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  if not exists (
    select tool_id, created_at, rating, user_id is null from old_rows
    except all select tool_id, created_at, rating, user_id is null from new_rows
  ) then
    return null;
  end if;
  -- Reviews move to another tool when theirs is merged. count_changed_rating has added a difference of ratings to the
  -- new tool, so the old rating moves.
  if exists (select id, tool_id from old_rows except all select id, tool_id from new_rows) then
    perform from public.tools where id in (select tool_id from old_rows union select tool_id from new_rows)
      order by id for no key update;
    update public.tools tool set review_count = review_count + reviews, rating_sum = rating_sum + ratings,
        rating_counts = private.add_counts(private.add_counts(rating_counts, -1, left_by), 1, joined_by)
      from (
        select steps.tool_id, sum(step) as reviews, sum(step * rating) as ratings,
          array_agg(rating) filter (where step < 0 and is_independent) as left_by,
          array_agg(rating) filter (where step > 0 and is_independent) as joined_by
        from (
          select unnest(array[old_tool, new_tool]) as tool_id, unnest(array[-1, 1]) as step, rating, is_independent
          from (
            select (array_agg(tool_id) filter (where is_old))[1] as old_tool, (array_agg(tool_id) filter (where not is_old))[1] as new_tool,
              max(rating) filter (where is_old) as rating,
              bool_and(private.is_independent(relationship, incentive)) filter (where is_old) as is_independent
            from (
              select id, tool_id, rating, relationship, incentive, true as is_old from old_rows
              union all select id, tool_id, rating, relationship, incentive, false from new_rows
            ) versions group by id
          ) moved where old_tool <> new_tool
        ) steps group by steps.tool_id
      ) counted
      where tool.id = counted.tool_id;
  end if;
  insert into private.tool_review_days as counts (tool_id, day, rating, counted)
  select tool_id, (created_at at time zone 'utc')::date, rating, sum(step)
  from (
    select tool_id, created_at, rating, 1 as step from new_rows
    union all select tool_id, created_at, rating, -1 from old_rows
  ) steps
  where exists (select from public.tools where id = steps.tool_id)
  group by 1, 2, 3 having sum(step) <> 0 order by 1, 2, 3
  on conflict (tool_id, day, rating) do update set counted = counts.counted + excluded.counted;
  insert into private.review_days as counts (day, rating, reviews, signed)
  select (created_at at time zone 'utc')::date, rating, sum(step), sum(signed)
  from (
    select created_at, rating, 1 as step, (user_id is not null)::integer as signed from new_rows
    union all select created_at, rating, -1, -(user_id is not null)::integer from old_rows
  ) steps
  group by 1, 2 having sum(step) <> 0 or sum(signed) <> 0 order by 1, 2
  on conflict (day, rating) do update set reviews = counts.reviews + excluded.reviews, signed = counts.signed + excluded.signed;
  return null;
end $$;
create trigger count_moved_reviews after update on public.reviews
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_moved_reviews();
create function public.category_counts() returns table (name text, tool_count bigint)
language sql stable security definer set search_path = '' as $$
  select c.name, coalesce((select sum(counted) from private.tool_counts where category = c.name), 0)::bigint
  from public.categories c order by c.position
$$;
create function public.featured_tools(how_many integer default 6)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
     from public.tools t where %s order by %s limit %s',
    private.build_featured_filter(), private.build_featured_order(), least(greatest(how_many, 1), 24));
end $$;
create function private.build_featured_filter() returns text
language sql immutable set search_path = '' as $$
  select $filter$coalesce(t.logo_url, '') not like '%placeholder%'$filter$
$$;
create function private.build_featured_order() returns text
language sql immutable set search_path = '' as $$
  select 'coalesce(t.rating_average, 0) desc, t.review_count desc, t.id desc'
$$;
create function public.category_landscape(in_category text)
returns table (id uuid, name text, slug text, rating_average numeric, review_count integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query execute format(
    'select t.id, t.name, t.slug, t.rating_average, t.review_count from public.tools t
     where t.review_count > 0 and %s order by t.review_count desc, t.id desc limit 40',
    private.build_tool_filter('true', null, in_category, 0));
end $$;
create function private.build_shared_capabilities(tool uuid) returns text
language sql stable set search_path = '' as $$
  select format('select s.tool_id, round((s.rarity / sqrt((select count(*) from public.tool_capabilities c where c.tool_id = s.tool_id)))::numeric, 4) as shared
    from (select l.tool_id, sum(own.rarity) as rarity from public.tool_capabilities l
      join (values %s) as own (capability, rarity) on own.capability = l.capability
      -- The list as well, because the planner knows how rare its entries are.
      where l.capability = any (%L::text[]) and l.tool_id <> %L group by l.tool_id order by sum(own.rarity) desc, l.tool_id limit 200) s',
    coalesce(string_agg(format('(%L, %s::float8)', c.slug, round(ln(1 + total.tools / greatest(c.tool_count, 1)::numeric), 6)), ', ' order by c.slug),
      '(null::text, null::float8)'), coalesce(array_agg(c.slug), '{}'), build_shared_capabilities.tool)
  from public.tool_capabilities l join public.capabilities c on c.slug = l.capability,
    (select coalesce(sum(counted), 0) as tools from private.tool_counts where category = '') as total
  where l.tool_id = build_shared_capabilities.tool
$$;
create function private.build_alternatives_order() returns text
language sql immutable set search_path = '' as $$
  select 'coalesce(t.adjusted_rating, 0) desc, t.review_count desc, t.id desc'
$$;
create function private.list_alternatives(tool uuid, how_many integer) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  close_tools uuid[];
  other_tools uuid[] := '{}';
begin
  execute format('select array(select t.id from (%s) s join public.tools t on t.id = s.tool_id order by s.shared desc, %s limit %s)',
    private.build_shared_capabilities(tool), private.build_alternatives_order(), how_many) into close_tools;
  if cardinality(close_tools) < how_many then
    -- The categories are written into the query, because the planner has to know how rare they are.
    execute format('select array(select t.id from public.tools t where t.categories && %L::text[] and t.review_count > 0 and t.id <> all(%L::uuid[]) order by %s limit %s)',
      (select categories from public.tools where id = list_alternatives.tool), close_tools || list_alternatives.tool,
      private.build_alternatives_order(), how_many - cardinality(close_tools)) into other_tools;
  end if;
  return close_tools || other_tools;
end $$;
create function public.tool_alternatives(tool uuid, how_many integer default 4)
returns table (id uuid, name text, slug text, description text, logo_url text, website_url text, category text,
  rating_average numeric, review_count integer)
language sql stable security definer set search_path = '' set jit = off as $$
  select t.id, t.name, t.slug, t.description, t.logo_url, t.website_url, t.category, t.rating_average, t.review_count
  from unnest(private.list_alternatives(tool, least(greatest(coalesce(how_many, 4), 1), 24))) with ordinality as listed (tool_id, place)
  join public.tools t on t.id = listed.tool_id order by listed.place
$$;
create function public.related_capabilities(capability text)
returns table (slug text, name text, tool_count integer)
language sql stable security definer set search_path = '' set jit = off as $$
  select c.slug, c.name, c.tool_count
  from (
    select other.capability, count(*) as shared from public.tool_capabilities own
    join public.tool_capabilities other on other.tool_id = own.tool_id and other.capability <> own.capability
    where own.capability = related_capabilities.capability group by other.capability
  ) pairs join public.capabilities c on c.slug = pairs.capability
  where pairs.shared > 1
  order by pairs.shared ^ 2 / c.tool_count desc, c.name limit 8
$$;
grant execute on function public.related_capabilities to anon, authenticated, service_role;
create function public.tool_review_summary(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with newest as (
    select pros, cons from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000
  ), entries as (
    select 'pros' as side, pro as entry from newest, unnest(pros) as pro
    union all
    select 'cons', con from newest, unnest(cons) as con
  ), ranked as (
    select side, min(entry) as entry, count(*) as mentions,
      row_number() over (partition by side order by count(*) desc, lower(entry)) as place
    from entries group by side, lower(entry)
  ), ratings as (
    select star, coalesce((select sum(counted) from private.tool_review_days where tool_id = tool and rating = star), 0) as reviews
    from generate_series(1, 5) as star
  )
  select jsonb_build_object(
    'distribution', (select jsonb_object_agg(star, reviews) from ratings),
    'said_by', (select count(*) from newest),
    'pros', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from ranked where side = 'pros' and place <= 6), '[]'),
    'cons', coalesce((select jsonb_agg(jsonb_build_object('text', entry, 'mentions', mentions) order by place)
      from ranked where side = 'cons' and place <= 6), '[]'))
$$;
create function public.folded_pros(review public.reviews) returns text[]
language sql immutable set search_path = '' as $$
  select array(select lower(entry) from unnest(review.pros) as entry)
$$;
create function public.folded_cons(review public.reviews) returns text[]
language sql immutable set search_path = '' as $$
  select array(select lower(entry) from unnest(review.cons) as entry)
$$;
create function public.tool_insight(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with months as (
    select date_trunc('month', day)::date as month, sum(counted) as reviews, sum(rating * counted) as stars
    from private.tool_review_days where tool_id = tool group by 1 having sum(counted) > 0
  ), running as (
    select month, reviews, round(sum(stars) over so_far / sum(reviews) over so_far, 2) as average,
      row_number() over (order by month desc) as back
    from months window so_far as (order by month)
  ), reviewers as (
    select p.user_role as role, employer.size
    from (select user_id from public.reviews where tool_id = tool order by created_at desc, id desc limit 1000) r
    join private.profiles p on p.user_id = r.user_id and p.profile_visibility <> 'private'
    left join lateral (
      select c.size from public.company_members m join public.companies c on c.id = m.company_id
      where m.user_id = p.user_id and c.size is not null order by m.created_at limit 1
    ) employer on true
  ), groups as (
    select 'roles' as kind, role as name, count(*) as reviewers from reviewers group by role
    union all
    select 'sizes', size, count(*) from reviewers where size is not null group by size
  ), large_groups as (
    select kind, jsonb_agg(jsonb_build_object('name', name, 'reviewers', reviewers) order by reviewers desc, name) as shares
    from groups group by kind having sum(reviewers) >= 5
  )
  select jsonb_build_object(
    'months', coalesce((select jsonb_agg(jsonb_build_object('month', month, 'reviews', reviews, 'average', average) order by month)
      from running where back <= 36), '[]'),
    'roles', coalesce((select shares from large_groups where kind = 'roles'), '[]'),
    'sizes', coalesce((select shares from large_groups where kind = 'sizes'), '[]'))
$$;
create function public.trust_figures() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'tools', (select coalesce(sum(counted), 0) from private.tool_counts where category = ''),
    'reviews', coalesce(sum(reviews), 0),
    'reviewers', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'reviewers'),
    'people', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'people'),
    'experts', (select coalesce(sum(counted), 0) from private.people_counts where figure = 'experts'),
    'signed_reviews', coalesce(sum(signed), 0),
    'average', coalesce(round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1), 0),
    'average_lately', round(sum(rating * reviews) filter (where day > today - 90)::numeric
      / nullif(sum(reviews) filter (where day > today - 90), 0), 2),
    'average_before', round(sum(rating * reviews) filter (where day <= today - 90)::numeric
      / nullif(sum(reviews) filter (where day <= today - 90), 0), 2),
    'distribution', jsonb_build_object(
      1, coalesce(sum(reviews) filter (where rating = 1), 0), 2, coalesce(sum(reviews) filter (where rating = 2), 0),
      3, coalesce(sum(reviews) filter (where rating = 3), 0), 4, coalesce(sum(reviews) filter (where rating = 4), 0),
      5, coalesce(sum(reviews) filter (where rating = 5), 0)),
    'signed_percent', 100.0 * sum(signed) / nullif(sum(reviews), 0),
    'job_percent', (select 100.0 * sum(counted) filter (where figure = 'with_job')
      / nullif(sum(counted) filter (where figure = 'people'), 0) from private.people_counts),
    'positive_percent', 100.0 * coalesce(sum(reviews) filter (where rating >= 4), 0) / nullif(sum(reviews), 0),
    'distribution_percent', jsonb_build_object(
      1, 100.0 * coalesce(sum(reviews) filter (where rating = 1), 0) / nullif(sum(reviews), 0),
      2, 100.0 * coalesce(sum(reviews) filter (where rating = 2), 0) / nullif(sum(reviews), 0),
      3, 100.0 * coalesce(sum(reviews) filter (where rating = 3), 0) / nullif(sum(reviews), 0),
      4, 100.0 * coalesce(sum(reviews) filter (where rating = 4), 0) / nullif(sum(reviews), 0),
      5, 100.0 * coalesce(sum(reviews) filter (where rating = 5), 0) / nullif(sum(reviews), 0)),
    'quality', coalesce(20 * round(sum(rating * reviews)::numeric / nullif(sum(reviews), 0), 1), 0),
    'growth_percent', 100.0 * coalesce(sum(reviews) filter (where day > today - 30), 0)
      / nullif(sum(reviews) filter (where day <= today - 30 and day > today - 60), 0) - 100,
    'years', (max(today) - min(day) filter (where reviews > 0)) / 365.25)
  from private.review_days, (select (now() at time zone 'utc')::date as today) clock
$$;
create function public.count_launches(of_status text, on_day date default null, until_day date default null) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(counted), 0) from private.launch_days, (select (now() at time zone 'utc')::date as today) clock
  where case when on_day is not null then launch_date between on_day and coalesce(until_day, on_day)
    when of_status = 'live' then launch_date = today
    when of_status = 'scheduled' then launch_date > today
    when of_status = 'ended' then launch_date < today
    else false end
$$;
create function public.tool_figures(tool uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('average', round(t.rating_average, 1), 'reviews', t.review_count)
  from public.tools t where t.id = tool_figures.tool
$$;
create function public.profile_figures(username text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'reviews', s.reviews, 'helpful_votes', s.votes, 'profile_views', coalesce(s.profile_views, 0),
    'followers', coalesce(s.followers_count, 0), 'following', coalesce(s.following_count, 0),
    'trust_score', least(85 + 2 * s.reviews, 100),
    'helpfulness', round(least(4 + s.votes::numeric / greatest(s.reviews, 1), 5), 1),
    'response_rate', null)
  from public.person_named(profile_figures.username) p
  join (select *, coalesce(total_reviews, 0) as reviews, coalesce(helpful_votes, 0) as votes from public.user_stats) s
    on s.user_id = p.user_id
$$;
grant execute on function public.category_counts, public.featured_tools, public.category_landscape,
  public.tool_alternatives, public.tool_review_summary, public.folded_pros, public.folded_cons, public.tool_insight,
  public.trust_figures, public.count_launches, public.tool_figures,
  public.profile_figures to anon, authenticated, service_role;
create table public.audit_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references private.profiles (user_id) on delete cascade,
  action text not null check (length(action) between 1 and 100),
  resource_type text not null check (length(resource_type) between 1 and 100),
  metadata jsonb not null default '{}' check (length(metadata::text) <= 4000),
  created_at timestamptz not null default now()
);
create index audit_logs_user_id_idx on public.audit_logs (user_id, created_at desc);
call private.secure_table('public.audit_logs');
create policy owner_select on public.audit_logs for select to authenticated using (user_id = (select auth.uid()));
create policy owner_insert on public.audit_logs for insert to authenticated
  with check (user_id = (select auth.uid()) and action in ('sign_in', 'sign_out') and resource_type = 'session');
grant select, insert (action, resource_type, metadata) on public.audit_logs to authenticated;
create function private.prepare_session_event() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.audit_logs
      where user_id = new.user_id and action in ('sign_in', 'sign_out')
        and created_at > now() - interval '1 hour') >= 30 then
    raise exception 'Too many events of one hour' using errcode = 'check_violation';
  end if;
  new.metadata := jsonb_strip_nulls(jsonb_build_object(
    'user_agent', left(new.metadata ->> 'user_agent', 500), 'timestamp', now()));
  return new;
end $$;
create trigger prepare_session_event before insert on public.audit_logs
  for each row when (new.action in ('sign_in', 'sign_out')) execute function private.prepare_session_event();
create function private.record_account_event(person uuid, action text, resource_type text, details jsonb default '{}')
returns void
language sql security definer set search_path = '' as $$
  insert into public.audit_logs (user_id, action, resource_type, metadata)
  select user_id, action, resource_type, details || jsonb_build_object('timestamp', now())
  from private.profiles where user_id = person
$$;
create function private.record_account_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.email_confirmed_at is null then
    return null;
  end if;
  if new.encrypted_password is distinct from old.encrypted_password then
    perform private.record_account_event(new.id, 'password_changed', 'account');
  end if;
  if new.email is distinct from old.email then
    perform private.record_account_event(new.id, 'email_changed', 'account',
      jsonb_build_object('from', old.email, 'to', new.email));
  end if;
  return null;
end $$;
create trigger record_account_change after update of encrypted_password, email on auth.users
  for each row execute function private.record_account_change();
create function private.record_profile_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.profile_visibility <> old.profile_visibility then
    perform private.record_account_event(new.user_id, 'privacy_changed', 'profile',
      jsonb_build_object('from', old.profile_visibility, 'to', new.profile_visibility));
  end if;
  if new.username <> old.username then
    perform private.record_account_event(new.user_id, 'username_changed', 'profile',
      jsonb_build_object('from', old.username, 'to', new.username));
  end if;
  return null;
end $$;
create trigger record_profile_change after update of profile_visibility, username on private.profiles
  for each row execute function private.record_profile_change();
create function private.record_deleted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.get_content_move() <> 'hold' then
    perform private.record_account_event(old.user_id,
      case private.get_content_move() when 'remove' then 'content_removed' else 'review_deleted' end, 'review',
      jsonb_build_object('tool_id', old.tool_id, 'title', old.title));
  end if;
  return null;
end $$;
create trigger record_deleted_review after delete on public.reviews
  for each row when (old.user_id is not null) execute function private.record_deleted_review();
create function public.my_sessions()
returns table (id uuid, user_agent text, ip text, signed_in_at timestamptz, last_used_at timestamptz, is_current boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return query
    select s.id, s.user_agent::text, nullif(split_part(s.ip::text, '/', 1), ''), s.created_at,
      coalesce(s.refreshed_at::timestamptz, s.created_at),
      s.id::text is not distinct from auth.jwt() ->> 'session_id'
    from auth.sessions s where s.user_id = auth.uid() order by 5 desc, 1;
end $$;
grant execute on function public.my_sessions to authenticated;
create function public.end_my_session(session uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  delete from auth.sessions where id = session and user_id = auth.uid();
  return found;
end $$;
grant execute on function public.end_my_session to authenticated;
create function private.lock_account_rows(person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('delete account'));
  perform from private.profiles where user_id = person for update;
  perform from public.user_follows where follower_id = person or following_id = person
    order by follower_id, following_id for update;
  perform from public.review_helpful_votes
    where user_id = person or review_id in (select id from public.reviews where user_id = person)
    order by review_id, user_id for update;
  perform from public.reviews
    where user_id = person or id in (select review_id from public.review_helpful_votes where user_id = person)
    order by id for update;
  -- The weaker lock lets others insert a review of the same tool until they have to count it.
  perform from public.tools where id in (select tool_id from public.reviews where user_id = person)
    order by id for no key update;
  perform from private.launches
    where user_id = person or id in (select launch_id from public.launch_upvotes where user_id = person)
    order by id for no key update;
  perform from public.companies where id in (select company_id from public.company_follows where user_id = person)
    order by id for no key update;
  perform from public.user_stats
    where user_id = person
      or user_id in (select following_id from public.user_follows where follower_id = person)
      or user_id in (select follower_id from public.user_follows where following_id = person)
      or user_id in (select r.user_id from public.reviews r
        join public.review_helpful_votes v on v.review_id = r.id where v.user_id = person)
    order by user_id for update;
end $$;
create function private.lock_account_before_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_account_rows(old.id);
  return old;
end $$;
create trigger lock_account_before_delete before delete on auth.users
  for each row execute function private.lock_account_before_delete();
create function public.delete_account(keep_reviews boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  perform private.require_second_factor();
  perform private.refuse_if(keep_reviews is null, 'null_value_not_allowed', 'Say whether your reviews stay');
  perform private.lock_account_rows(caller);
  if not keep_reviews then
    delete from public.reviews where user_id = caller;
  end if;
  delete from auth.users where id = caller;
end $$;
grant execute on function public.delete_account to authenticated;
create function public.download_my_data() returns jsonb
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
        'found_relationship', d.found_relationship,
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
    'companies', (select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'role', m.role, 'is_confirmed', m.is_confirmed, 'since', m.created_at) order by m.created_at), '[]')
      from public.company_members m join public.companies c on c.id = m.company_id where m.user_id = me),
    'companies_made', (select coalesce(jsonb_agg(c.name order by c.name), '[]')
      from private.company_founders f join public.companies c on c.id = f.company_id where f.user_id = me),
    'tool_claims', (select coalesce(jsonb_agg(to_jsonb(c) - '{token,claimant_id}'::text[]
        || jsonb_build_object('tool', t.name, 'company', f.name) order by c.created_at), '[]')
      from private.tool_claims c join public.tools t on t.id = c.tool_id join public.companies f on f.id = c.company_id
      where c.claimant_id = me),
    'profiles_viewed', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'last_day', v.day) order by v.day), '[]')
      from private.profile_views v join private.profiles p on p.user_id = v.person where v.viewer = me),
    'lists', (select coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('tools', (
        select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'note', i.note) order by i.position), '[]')
        from public.list_items i join public.tools t on t.id = i.tool_id where i.list_id = l.id)) order by l.created_at), '[]')
      from public.lists l where l.user_id = me),
    'tools_followed', (select coalesce(jsonb_agg(jsonb_build_object('tool', t.name, 'since', f.created_at) order by f.created_at), '[]')
      from public.tool_follows f join public.tools t on t.id = f.tool_id where f.user_id = me),
    'launch_reminders', (select coalesce(jsonb_agg(jsonb_build_object('launch', r.launch_id, 'since', r.created_at) order by r.created_at), '[]')
      from public.launch_reminders r where r.user_id = me),
    'notifications', (select coalesce(jsonb_agg(to_jsonb(n) - 'user_id' order by n.created_at), '[]') from public.notifications n where n.user_id = me),
    'notification_preferences', (select coalesce(jsonb_object_agg(n.kind, n.email), '{}') from public.notification_preferences n where n.user_id = me),
    'weekly_email_covers_until', (select d.covered_until from private.digests d where d.user_id = me),
    'lists_copied', (select coalesce(jsonb_agg(c.list_id order by c.list_id), '[]') from private.list_copies c where c.user_id = me),
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
    'invitation', (select jsonb_build_object('address', email, 'invited_at', created_at, 'used_at', used_at)
      from private.invitations where used_by = me),
    -- Without the addresses, which are other people's.
    'invitations_sent', (select coalesce(jsonb_agg(jsonb_build_object('invited_at', created_at, 'expires_at', expires_at,
        'used_at', used_at) order by created_at), '[]')
      from private.invitations where invited_by = me),
    'moderator_notes', (select coalesce(jsonb_agg(to_jsonb(n) - 'author_id' order by id), '[]')
      from private.moderator_notes n where author_id = me));
end $$;
grant execute on function public.download_my_data to authenticated;
create function private.has_required_factor() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2' or not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified')
$$;
create function private.require_factor() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(not private.has_required_factor(), 'insufficient_privilege', 'The code of two-step sign-in is needed');
  return true;
end $$;
grant execute on function private.has_required_factor, private.require_factor to anon, authenticated, service_role;
create procedure private.require_factor_to_write(target regclass)
language plpgsql set search_path = '' as $$
begin
  execute format($policy$create policy require_factor_insert on %s as restrictive for insert to authenticated
    with check ((select private.require_factor()))$policy$, target);
  execute format($policy$create policy require_factor_update on %s as restrictive for update to authenticated
    using ((select private.require_factor()))$policy$, target);
  execute format($policy$create policy require_factor_delete on %s as restrictive for delete to authenticated
    using ((select private.require_factor()))$policy$, target);
end $$;
call private.require_factor_to_write('storage.objects');
create policy require_factor_select on public.audit_logs as restrictive for select to authenticated
  using ((select private.has_required_factor()));
create function private.check_second_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() = 'authenticated' then
    perform private.require_factor();
  end if;
  return new;
end $$;
create trigger check_second_factor instead of update on public.profiles
  for each row execute function private.check_second_factor();
create function private.require_second_factor() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  level text;
begin
  perform private.refuse_if(auth.uid() is null, 'insufficient_privilege', 'Authentication required');
  select coalesce(s.aal::text, 'aal1') into level from auth.sessions s
    where s.user_id = auth.uid() and s.id::text = auth.jwt() ->> 'session_id';
  perform private.refuse_if(level is null, 'insufficient_privilege', 'This session has ended. Please sign in again.');
  if level <> 'aal2' and exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified'
  ) then
    raise exception 'The code of two-step sign-in is needed' using errcode = 'insufficient_privilege';
  end if;
end $$;
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
('avatars', 'avatars', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('logos', 'logos', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('launches', 'launches', true, 2097152, '{image/png,image/jpeg,image/webp,image/gif,image/avif}'),
('removed', 'removed', false, 2097152, null)
on conflict (id) do nothing;
create policy avatars_anyone_select on storage.objects for select using (bucket_id = 'avatars');
create policy avatars_owner_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_owner_update on storage.objects for update to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy avatars_owner_delete on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create function private.has_profile() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform from private.profiles where user_id = auth.uid() for key share;
  return found;
end $$;
grant execute on function private.has_profile to anon, authenticated, service_role;
create policy avatars_member_insert on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'avatars' or private.has_profile());
create policy launches_anyone_select on storage.objects for select using (bucket_id = 'launches');
create policy launches_owner_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_owner_update on storage.objects for update to authenticated
  using (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_owner_delete on storage.objects for delete to authenticated
  using (bucket_id = 'launches' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy launches_member_insert on storage.objects as restrictive for insert to authenticated
  with check (bucket_id <> 'launches' or private.has_profile());
create function private.can_write_logos(folder text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members
    where company_id::text = folder and user_id = auth.uid() and is_admin)
$$;
grant execute on function private.can_write_logos to anon, authenticated, service_role;
create policy logos_anyone_select on storage.objects for select using (bucket_id = 'logos');
create policy logos_admin_insert on storage.objects for insert to authenticated
  with check (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));
create policy logos_admin_update on storage.objects for update to authenticated
  using (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]))
  with check (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));
create policy logos_admin_delete on storage.objects for delete to authenticated
  using (bucket_id = 'logos' and private.can_write_logos((storage.foldername(name))[1]));
create function private.refuse_foreign_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  host_pattern constant text := '(?i)^https?://([^/?#]+)';
  own_host text := lower(substring(auth.jwt() ->> 'iss' from host_pattern));
begin
  if private.get_content_move() = '' and lower(substring(to_jsonb(new) ->> tg_argv[0] from host_pattern)) <> own_host then
    raise exception 'The picture is not one of this site' using errcode = 'check_violation', constraint = tg_argv[1];
  end if;
  return new;
end $$;
create trigger refuse_foreign_picture before update of avatar_url on private.profiles
  for each row when (new.avatar_url is distinct from old.avatar_url)
  execute function private.refuse_foreign_picture('avatar_url', 'avatar_url_own');
create trigger refuse_foreign_picture before insert or update of logo_url on public.companies
  for each row when (new.logo_url is not null)
  execute function private.refuse_foreign_picture('logo_url', 'company_logo_url_own');
create function private.check_row_limit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  counter text := case when tg_op = 'INSERT' then 'request.rows_added' else 'request.rows_changed' end;
  max_rows integer := case when tg_op = 'INSERT' then 25 else 100 end;
  counted integer := coalesce(nullif(current_setting(counter, true), '')::integer, 0) + 1;
begin
  -- A trigger of a view cannot have a condition.
  if tg_when = 'INSTEAD OF' and auth.role() is distinct from 'authenticated' then
    return new;
  end if;
  if counted > max_rows then
    raise exception 'A request can % at most % rows.',
      case when tg_op = 'INSERT' then 'add' else 'change' end, max_rows using errcode = 'check_violation';
  end if;
  perform set_config(counter, counted::text, true);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger check_row_limit instead of update on public.profiles
  for each row execute function private.check_row_limit();
create table private.daily_usage (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null,
  day date not null,
  count integer not null,
  primary key (user_id, kind, day)
);
call private.secure_internal_table('private.daily_usage');
create function private.count_daily_use(what text, max_count integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  today date := (now() at time zone 'utc')::date;
  counted integer;
begin
  insert into private.daily_usage (user_id, kind, day, count) values (auth.uid(), what, today, 1)
    on conflict (user_id, kind, day) do update set count = private.daily_usage.count + 1
    returning count into counted;
  if counted > max_count and not private.is_staff('moderator') then
    raise exception 'You have reached today''s limit of % %. Please try again tomorrow.', max_count, what
      using errcode = 'PT429';
  end if;
  if counted = 1 then
    delete from private.daily_usage where user_id = auth.uid() and kind = what and day < today;
  end if;
end $$;
create function private.limit_companies() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_daily_use('companies', 20);
  return new;
end $$;
create trigger limit_companies before insert on public.companies
  for each row when (current_user = 'authenticated') execute function private.limit_companies();
create trigger limit_companies before insert on public.company_members
  for each row when (current_user = 'authenticated') execute function private.limit_companies();
create function private.check_upload_limit(bucket text, object text, size bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  -- Only the embedded backend has this table.
  is_embedded constant boolean := to_regclass('storage.removed_files') is not null;
  max_files constant integer := 100;
  max_bytes constant bigint := 50 * 1024 * 1024;
  added_today integer;
  stored bigint;
begin
  if is_embedded then
    -- Its lock makes uploads at the same time see each other's sizes.
    perform private.count_daily_use('uploads', max_files);
  end if;
  select count(*) filter (where (created_at at time zone 'utc')::date = (now() at time zone 'utc')::date),
      coalesce(sum((metadata ->> 'size')::bigint), 0)
    into added_today, stored from storage.objects
    where owner_id = auth.uid()::text and (bucket_id, name) is distinct from (bucket, object);
  if not is_embedded then
    return added_today < max_files and stored + coalesce(size, 0) <= max_bytes;
  end if;
  perform private.refuse_if(stored + coalesce(size, 0) > max_bytes,
    'PT413', 'Your uploads take up 50 MB, which is the limit. Please delete some first.');
  return true;
end $$;
grant execute on function private.check_upload_limit to anon, authenticated, service_role;
create policy upload_limit_insert on storage.objects as restrictive for insert to authenticated
  with check (private.check_upload_limit(bucket_id, name, (metadata ->> 'size')::bigint));
create table private.demo_content (
  table_name text not null,
  -- The primary key as text: a UUID or a number.
  row_id text not null,
  primary key (table_name, row_id)
);
call private.secure_table('private.demo_content');
create function public.has_demo_content() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.demo_content)
$$;
grant execute on function public.has_demo_content to anon, authenticated, service_role;
create function private.announce_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  row_before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  row_after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  tag text;
  id text;
begin
  foreach tag in array tg_argv loop
    if strpos(tag, ':') = 0 then
      perform pg_notify('page_tags', tag);
    else
      foreach id in array array[row_before ->> split_part(tag, ':', 2), row_after ->> split_part(tag, ':', 2)] loop
        if id is not null then
          perform pg_notify('page_tags', split_part(tag, ':', 1) || ':' || id);
        end if;
      end loop;
    end if;
  end loop;
  return null;
end $$;
create function private.announce_all_tags() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_tags', '*');
  return null;
end $$;
create procedure private.announce_truncate(target regclass)
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger announce_truncate after truncate on %s
    for each statement execute function private.announce_all_tags()', target);
end $$;
create procedure private.announce_table(target regclass, variadic tags text[])
language plpgsql set search_path = '' as $$
begin
  execute format('create trigger announce_tags after insert or update or delete on %s
    for each row execute function private.announce_tags(%s)', target, (select string_agg(quote_literal(tag), ', ') from unnest(tags) tag));
  call private.announce_truncate(target);
end $$;
call private.announce_table('public.categories', 'categories');
create trigger announce_tags after insert or delete on public.capabilities
  for each row execute function private.announce_tags('capabilities');
call private.add_update_trigger('public.capabilities', 'announce_facts',
  '{slug,name,category,description,synonyms}', $$announce_tags('capabilities')$$);
call private.announce_table('public.tool_capabilities', 'tools', 'tool:tool_id');
create trigger announce_tags after insert on public.tools
  for each row execute function private.announce_tags('tools');
create trigger announce_removal after delete on public.tools
  for each row execute function private.announce_tags('tools', 'tool:id');
call private.add_update_trigger('public.tools', 'announce_facts',
  '{name,slug,description,logo_url,website_url,category,categories,aliases,facets,updated_at}',
  $$announce_tags('tools', 'tool:id')$$);
call private.announce_table('public.tool_facts', 'tools', 'tool:tool_id');
create function private.announce_rating() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_tags', 'tool:' || new.id), pg_notify('page_tags', 'tool-ratings');
  perform pg_notify('page_tags', 'category-ratings:' || category) from unnest(new.categories) as category;
  return null;
end $$;
call private.add_update_trigger('public.tools', 'announce_rating',
  '{rating_sum,review_count,rating_counts}', 'announce_rating()');
call private.announce_table('public.reviews', 'reviews', 'reviews:tool_id', 'user:user_id');
create trigger announce_tags after insert on private.launches
  for each row execute function private.announce_tags('launches');
create trigger announce_removal after delete on private.launches
  for each row execute function private.announce_tags('launches', 'launch:id');
call private.add_update_trigger('private.launches', 'announce_facts',
  '{user_id,tool_id,tagline,description,launch_date,featured_image,pictures,is_draft}',
  $$announce_tags('launches', 'launch:id')$$);
create trigger announce_upvotes after update on private.launches
  for each row when (old.upvotes_count <> new.upvotes_count)
  execute function private.announce_tags('launch-upvotes', 'launch:id');
call private.announce_table('private.profiles', 'profiles');
create trigger announce_tags after update of metadata on public.user_activities
  for each row execute function private.announce_tags('user:user_id');
call private.announce_table('public.user_stats', 'user:user_id');
call private.announce_table('public.user_follows', 'user:follower_id', 'user:following_id');
create trigger announce_tags after insert on public.companies
  for each row execute function private.announce_tags('companies');
create trigger announce_removal after delete on public.companies
  for each row execute function private.announce_tags('companies', 'company:id');
call private.add_update_trigger('public.companies', 'announce_facts',
  '{name,logo_url,verified,website,domain,size,industry,description}', $$announce_tags('companies', 'company:id')$$);
create trigger announce_followers after update on public.companies
  for each row when (old.followers_count <> new.followers_count)
  execute function private.announce_tags('company:id');
call private.announce_table('public.company_members', 'company-members');
call private.announce_table('public.company_follows', 'user:user_id');
call private.announce_table('private.demo_content', 'demo-content');
call private.announce_truncate('public.capabilities');
call private.announce_truncate('public.tools');
call private.announce_truncate('private.launches');
call private.announce_truncate('public.companies');
create table private.email_queue (
  id bigint generated by default as identity primary key,
  user_id uuid references private.profiles (user_id) on delete cascade,
  address text check (length(address) between 3 and 254),
  kind text not null check (kind in ('report_received', 'report_resolved', 'urgent_report', 'content_decision',
    'account_decision', 'appeal_resolved', 'tool_claim', 'invitation', 'account',
    -- Of notifications (43_notification_emails.sql).
    'edit_accepted', 'edit_declined', 'reply', 'review', 'follower', 'helpful_votes', 'launch', 'digest')),
  -- Emptied when the email is sent.
  data jsonb not null default '{}',
  due_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 500),
  constraint email_queue_one_recipient check (num_nonnulls(user_id, address) = 1)
);
create index email_queue_due_idx on private.email_queue (due_at) where sent_at is null;
create index email_queue_user_id_idx on private.email_queue (user_id);
call private.secure_internal_table('private.email_queue');
create function private.queue_email(kind text, data jsonb, user_id uuid default null, address text default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.email_queue (kind, data, user_id, address)
    values (queue_email.kind, queue_email.data, queue_email.user_id, queue_email.address);
  select pg_notify('jobs', '');
$$;
create function public.claim_emails(n integer)
returns table (id bigint, kind text, address text, data jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  wanted integer := least(greatest(n, 0), 100);
  taken bigint[];
begin
  while wanted > 0 loop
    taken := array(
      select due.id from private.email_queue due
      where due.sent_at is null and due.attempts < 4 and due.due_at <= now()
      order by due.due_at, due.id limit wanted for update skip locked);
    exit when taken = '{}';
    update private.email_queue q set attempts = q.attempts + 1, due_at = now() + interval '1 minute' * 4 ^ q.attempts
      where q.id = any (taken);
    delete from private.email_queue q where q.id = any (taken) and private.get_email_data(q) is null;
    get diagnostics wanted = row_count;
    return query
      select q.id, q.kind, coalesce(q.address, u.email::text), private.get_email_data(q)
      from private.email_queue q left join auth.users u on u.id = q.user_id
      where q.id = any (taken) order by q.id;
  end loop;
end $$;
grant execute on function public.claim_emails to service_role;
create function public.complete_email(id bigint, error text default null) returns void
language sql security definer set search_path = '' as $$
  -- A mail of an account leaves no trace, as before it was queued.
  delete from private.email_queue q where q.id = complete_email.id and q.kind = 'account' and complete_email.error is null;
  update private.email_queue q
    set sent_at = case when complete_email.error is null then now() end,
      data = case when complete_email.error is null then '{}' else q.data end,
      last_error = left(complete_email.error, 500)
    where q.id = complete_email.id and q.sent_at is null
$$;
grant execute on function public.complete_email to service_role;
create table public.moderation_decisions (
  number bigint generated by default as identity primary key,
  decided_at timestamptz not null default now(),
  subject_type text not null check (subject_type in ('review', 'reply', 'tool', 'launch', 'list', 'profile', 'company')),
  -- Null for a profile: the log says "an account".
  subject_id uuid constraint no_subject_for_profile check (subject_type <> 'profile' or subject_id is null),
  tool_id uuid,
  -- Of a review.
  rating smallint,
  action text not null check (action in ('keep', 'remove', 'restore', 'warn', 'suspend', 'unsuspend',
    'remove_all_content', 'premoderate_reviews', 'end_premoderation', 'hold', 'merge')),
  reason text check (reason in ('spam', 'advertising', 'not_genuine', 'conflict_of_interest',
    'undisclosed_incentive', 'personal_data', 'hate_or_threats', 'off_topic', 'duplicate', 'inaccurate',
    'illegal_content', 'child_safety', 'other', 'court_order', 'premoderation')),
  legal_basis text constraint legal_basis_length check (length(legal_basis) between 1 and 500),
  explanation text constraint explanation_length check (length(explanation) between 30 and 2000),
  expires_at timestamptz,
  detected_by text not null check (detected_by in ('report', 'maker_report', 'staff', 'rule', 'authority')),
  -- The reports that the decision closed, and the hours since the first of them or since the hold.
  report_count integer not null default 0,
  hours_to_decision numeric(10, 1),
  -- The number of the decision that this one takes back.
  reverses bigint,
  appeal_outcome text check (appeal_outcome in ('upheld', 'reversed'))
);
create index moderation_decisions_subject_idx on public.moderation_decisions (subject_id, number desc);
create index moderation_decisions_tool_idx on public.moderation_decisions (tool_id, number desc);
create index moderation_decisions_reason_idx on public.moderation_decisions (reason, number desc);
create index moderation_decisions_action_idx on public.moderation_decisions (action, number desc);
alter table public.moderation_decisions enable row level security;
create policy anyone_select on public.moderation_decisions for select using (true);
grant select on public.moderation_decisions to anon, authenticated, service_role;
revoke insert, update, delete, truncate on public.moderation_decisions from service_role;
create trigger announce_tags after insert or update on public.moderation_decisions
  for each row execute function private.announce_tags('moderation-log');
create trigger announce_outcome after update of appeal_outcome on public.moderation_decisions
  for each row execute function private.announce_tags('tool:tool_id');
call private.announce_truncate('public.moderation_decisions');
create table private.decision_parties (
  decision bigint primary key references public.moderation_decisions (number) on delete cascade,
  affected_user uuid references private.profiles (user_id) on delete set null,
  decided_by uuid references private.profiles (user_id) on delete set null
);
create index decision_parties_affected_user_idx on private.decision_parties (affected_user, decision desc);
create index decision_parties_decided_by_idx on private.decision_parties (decided_by);
call private.secure_internal_table('private.decision_parties');
create table private.removed_content (
  id bigint generated by default as identity primary key,
  decision bigint not null references public.moderation_decisions (number) on delete cascade,
  -- A row is restored after those with a lower position, which it may reference.
  position integer not null,
  table_name text not null,
  row_id uuid not null,
  -- The member whose row it is. Null for a tool, because reviews of other members depend on it.
  owner_id uuid references private.profiles (user_id) on delete cascade,
  row_data jsonb not null
);
create index removed_content_decision_idx on private.removed_content (decision, position, id);
create index removed_content_row_id_idx on private.removed_content (row_id);
create index removed_content_owner_idx on private.removed_content (owner_id, table_name);
create index removed_content_slug_idx on private.removed_content ((row_data ->> 'slug'))
  where table_name = 'public.tools';
create index removed_content_website_idx on private.removed_content ((row_data ->> 'website_key'))
  where table_name = 'public.tools';
create index removed_content_submitter_idx on private.removed_content ((row_data ->> 'submitted_by'))
  where table_name = 'public.tools';
call private.secure_internal_table('private.removed_content');
create function private.forget_submitter() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.removed_content set row_data = row_data || '{"suggested_by": null}'
    where owner_id is null and table_name = 'public.tool_edits' and row_data ->> 'suggested_by' = old.user_id::text;
  update private.removed_content set row_data = row_data || '{"claimant_id": null}'
    where table_name = 'private.tool_claims' and row_data ->> 'claimant_id' = old.user_id::text;
  update private.removed_content set row_data = row_data || '{"submitted_by": null}'
    where table_name = 'public.tools' and row_data ->> 'submitted_by' = old.user_id::text;
  return null;
end $$;
create trigger forget_submitter after delete on private.profiles
  for each row execute function private.forget_submitter();
create function private.find_subject(wanted_type text, wanted_id uuid)
returns table (is_removed boolean, decision bigint, author_id uuid, tool_id uuid, rating smallint, title text, content jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
begin return query
  with found as (
    select to_jsonb(r) as data, null::bigint as decision from public.reviews r where wanted_type = 'review' and r.id = wanted_id
    union all
    select to_jsonb(t), null from public.tools t where wanted_type = 'tool' and t.id = wanted_id
    union all
    select to_jsonb(l), null from private.launches l where wanted_type = 'launch' and l.id = wanted_id and not l.is_draft
    union all
    select to_jsonb(p), null from private.profiles p where wanted_type = 'profile' and p.user_id = wanted_id
    union all
    select to_jsonb(c), null from public.companies c where wanted_type = 'company' and c.id = wanted_id
    union all
    select to_jsonb(l), null from public.lists l where wanted_type = 'list' and l.id = wanted_id
      -- One that was never seen by others is no subject.
      and (l.visibility <> 'private' or exists (select from private.reports r where r.subject_type = 'list' and r.subject_id = l.id)
        or exists (select from public.moderation_decisions d where d.subject_type = 'list' and d.subject_id = l.id))
    union all
    select to_jsonb(p) || jsonb_build_object('name', c.name), null
      from public.review_replies p join public.companies c on c.id = p.company_id where wanted_type = 'reply' and p.review_id = wanted_id
    union all
    select case wanted_type when 'reply' then removed.row_data || jsonb_build_object('name', (select c.name from public.companies c
        where c.id = (removed.row_data ->> 'company_id')::uuid)) else removed.row_data end, removed.decision
    from private.removed_content removed
    where removed.row_id = wanted_id and removed.table_name = case wanted_type
      when 'review' then 'public.reviews' when 'tool' then 'public.tools' when 'launch' then 'private.launches'
      when 'reply' then 'public.review_replies' when 'list' then 'public.lists' end
  )
  select decision is not null, decision,
    (case wanted_type when 'tool' then data ->> 'submitted_by' when 'company' then null else data ->> 'user_id' end)::uuid,
    (case wanted_type when 'tool' then data ->> 'id' else data ->> 'tool_id' end)::uuid,
    (data ->> 'rating')::smallint,
    case wanted_type when 'review' then data ->> 'title' when 'launch' then data ->> 'tagline'
      when 'profile' then data ->> 'username' else data ->> 'name' end,
    data - '{search,name_folded,website_host,website_key}'::text[] || case wanted_type when 'list' then jsonb_build_object('tools', array(
      select concat_ws(': ', t.name, nullif(i.note, ''))
      from (select * from public.list_items where list_id = wanted_id
        union all
        select item.* from private.removed_content removed
          cross join lateral jsonb_populate_record(null::public.list_items, removed.row_data) item
          where removed.row_id = wanted_id and removed.table_name = 'public.list_items' and removed.decision = found.decision
      ) i join public.tools t on t.id = i.tool_id order by i.position, t.name)) else '{}' end
  from found;
end $$;
create function private.remove_content(decision bigint, subject_type text, subject_id uuid,
  remove_all boolean default false, moved_as text default 'remove') returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_person uuid := case when subject_type = 'profile' and remove_all then subject_id end;
  removed_tools uuid[] := case when subject_type = 'tool' then array[subject_id] else '{}' end;
  removed_reply uuid[] := case when subject_type = 'reply' then array[subject_id] else '{}' end;
  removed_reviews uuid[];
  removed_launches uuid[];
  removed_lists uuid[];
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
  removed_lists := array(select l.id from public.lists l
    where subject_type = 'list' and l.id = remove_content.subject_id or l.user_id = of_person order by l.id for update);
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
    select 2, 'public.tool_capabilities', l.tool_id, null, to_jsonb(l)
      from public.tool_capabilities l where l.tool_id = any (removed_tools)
    union all
    -- The history of a tool belongs to the tool, a suggestion that was not accepted to its author.
    select 2, 'public.tool_edits', e.id, case when e.status <> 'accepted' then e.suggested_by end, to_jsonb(e)
      from public.tool_edits e where e.tool_id = any (removed_tools)
    union all
    select 2, 'public.tool_redirects', r.tool_id, null, to_jsonb(r)
      from public.tool_redirects r where r.tool_id = any (removed_tools)
    union all
    select 2, 'public.review_campaigns', c.id, null, to_jsonb(c)
      from public.review_campaigns c where c.tool_id = any (removed_tools)
    union all
    select 2, 'private.tool_claims', c.id, null, to_jsonb(c)
      from private.tool_claims c where c.tool_id = any (removed_tools)
    union all
    select 2, 'public.tool_makers', m.tool_id, null, to_jsonb(m)
      from public.tool_makers m where m.tool_id = any (removed_tools)
    union all
    select 2, 'public.tool_follows', f.tool_id, f.user_id, to_jsonb(f)
      from public.tool_follows f where f.tool_id = any (removed_tools)
    union all
    select 2, 'private.deleted_reviews', d.tool_id, d.user_id, to_jsonb(d)
      from private.deleted_reviews d where d.tool_id = any (removed_tools)
    union all
    select 3, 'public.reviews', r.id, r.user_id, to_jsonb(r)
      from public.reviews r where r.id = any (removed_reviews)
    union all
    select 3, 'private.launches', l.id, l.user_id, to_jsonb(l)
      from private.launches l where l.id = any (removed_launches)
    union all
    select 3, 'public.lists', l.id, l.user_id, to_jsonb(l)
      from public.lists l where l.id = any (removed_lists)
    union all
    select 5, 'public.list_items', i.list_id, l.user_id, to_jsonb(i)
      from public.list_items i join public.lists l on l.id = i.list_id
      where i.tool_id = any (removed_tools) or l.id = any (removed_lists)
    union all
    select 5, 'private.list_copies', c.list_id, c.user_id, to_jsonb(c)
      from private.list_copies c where c.list_id = any (removed_lists)
    union all
    select 4, 'public.review_revisions', v.review_id, r.user_id, to_jsonb(v)
      from public.review_revisions v join public.reviews r on r.id = v.review_id where r.id = any (removed_reviews)
    union all
    select 4, 'public.review_replies', p.review_id, null, to_jsonb(p)
      from public.review_replies p where p.review_id = any (removed_reviews || removed_reply)
    union all
    select 4, 'public.review_reply_revisions', v.review_id, null, to_jsonb(v)
      from public.review_reply_revisions v where v.review_id = any (removed_reviews || removed_reply)
    union all
    select 4, 'public.review_helpful_votes', v.id, v.user_id, to_jsonb(v)
      from public.review_helpful_votes v where v.review_id = any (removed_reviews) or v.user_id = of_person
    union all
    select 4, 'public.launch_upvotes', u.id, u.user_id, to_jsonb(u)
      from public.launch_upvotes u where u.launch_id = any (removed_launches) or u.user_id = of_person
    union all
    select 4, 'public.launch_reminders', m.launch_id, m.user_id, to_jsonb(m)
      from public.launch_reminders m where m.launch_id = any (removed_launches)
    union all
    select 0, 'private.profiles', p.user_id, p.user_id, to_jsonb(p)
      from private.profiles p where subject_type = 'profile' and p.user_id = remove_content.subject_id
    union all
    select 0, 'public.companies', c.id, null, to_jsonb(c)
      from public.companies c where subject_type = 'company' and c.id = remove_content.subject_id
  ) moved;
  if moved_as = 'remove' then
    -- The trigger of reviews records the events of reviews.
    perform private.record_account_event(coalesce(t.submitted_by, l.user_id, s.user_id), 'content_removed',
        case when t.id is not null then 'tool' when l.id is not null then 'launch' else 'list' end,
        jsonb_build_object('title', coalesce(t.name, l.tagline, s.name)))
      from unnest(removed_tools || removed_launches || removed_lists) as removed (id)
      left join public.tools t on t.id = removed.id left join private.launches l on l.id = removed.id
      left join public.lists s on s.id = removed.id;
  end if;

  delete from public.review_helpful_votes where user_id = of_person and review_id <> all (removed_reviews);
  delete from public.launch_upvotes where user_id = of_person and launch_id <> all (removed_launches);
  -- Each of them takes its votes along.
  delete from public.reviews where id = any (removed_reviews);
  delete from public.review_replies where review_id = any (removed_reply);
  delete from private.launches where id = any (removed_launches);
  delete from public.lists where id = any (removed_lists);
  delete from public.tools where id = any (removed_tools);
  if subject_type = 'profile' then
    update private.profiles set first_name = null, last_name = null, bio = null, job_title = null, company_name = null,
      avatar_url = null, username = 'user-' || left(gen_random_uuid()::text, 8)
    where user_id = remove_content.subject_id;
  elsif subject_type = 'company' then
    update public.companies set name = 'Removed company', logo_url = null, website = null, domain = null, size = null,
      industry = null, description = null, verified = false
    where id = remove_content.subject_id;
  end if;
  perform set_config('toolmark.moving_content', '', true);
end $$;
create function private.restore_content(decision bigint) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  target record;
  staying uuid[];
  companies uuid[];
  counts_of_new_row constant jsonb :=
    '{"review_count": 0, "rating_sum": 0, "rating_counts": [0, 0, 0, 0, 0], "helpful_count": 0, "upvotes_count": 0, "tool_count": 0, "facets": []}';
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
  -- So does an entry of a list if another decision removed its list or its tool.
  update private.removed_content item set decision = parent.decision
    from private.removed_content parent
    where item.decision = restore_content.decision and item.table_name = 'public.list_items'
      and parent.decision <> restore_content.decision and parent.table_name in ('public.lists', 'public.tools')
      and parent.row_id in (item.row_id, (item.row_data ->> 'tool_id')::uuid);
  -- A launch outlives its tool, as when the operator deletes the tool.
  update private.removed_content launch set row_data = launch.row_data || '{"tool_id": null}'
    where launch.decision = restore_content.decision and launch.table_name = 'private.launches'
      and not exists (select from public.tools t where t.id = (launch.row_data ->> 'tool_id')::uuid)
      and not exists (select from private.removed_content tool where tool.position = 1
        and tool.row_id = (launch.row_data ->> 'tool_id')::uuid);
  staying := array(
    select id from (
      select removed.row_id as id, row_number() over (partition by r.tool_id, r.user_id order by r.created_at desc) as place,
        exists (select from public.reviews other where other.tool_id = r.tool_id and other.user_id = r.user_id) as has_other
      from private.removed_content removed cross join lateral jsonb_populate_record(null::public.reviews, removed.row_data) r
      where removed.decision = restore_content.decision and removed.table_name = 'public.reviews' and r.user_id is not null
    ) restored where place > 1 or has_other);
  for target in
    select removed.table_name, jsonb_agg(removed.row_data || counts_of_new_row order by removed.id) as rows,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_catalog.pg_attribute a
        where a.attrelid = removed.table_name::regclass and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns
    from private.removed_content removed
    where removed.decision = restore_content.decision and removed.position > 0
      and coalesce((removed.row_data ->> 'review_id')::uuid, removed.row_id) <> all (staying)
    group by removed.position, removed.table_name order by removed.position, removed.table_name
  loop
    -- The member may have voted again since.
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1)%3$s',
      target.table_name, target.columns,
      case when target.table_name in ('public.review_helpful_votes', 'public.launch_upvotes') then ' on conflict do nothing'
        -- A capability may have been removed since, or two may have been merged.
        when target.table_name = 'public.tool_capabilities' then
          ' where capability in (select slug from public.capabilities) on conflict do nothing'
        -- The operator may have deleted the company since.
        when target.table_name in ('private.tool_claims', 'public.tool_makers', 'public.review_replies') then
          ' where company_id in (select id from public.companies)'
        -- The list or the tool may have been deleted or removed since.
        when target.table_name = 'public.list_items' then
          ' where list_id in (select id from public.lists) and tool_id in (select id from public.tools) on conflict do nothing'
        when target.table_name = 'private.list_copies' then ' where list_id in (select id from public.lists)'
        when target.table_name = 'public.review_reply_revisions' then ' where review_id in (select review_id from public.review_replies)'
        else '' end)
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
  companies := array(select removed.row_id from private.removed_content removed
    where removed.decision = restore_content.decision and removed.table_name = 'public.companies');
  delete from private.removed_content removed where removed.decision = restore_content.decision
    and coalesce((removed.row_data ->> 'review_id')::uuid, removed.row_id) <> all (staying);
  perform private.update_verification(company) from unnest(companies) as company;
  perform set_config('toolmark.moving_content', '', true);
end $$;
create table private.reports (
  number bigint generated by default as identity primary key,
  -- SHA-256 of the key of 128 bits with which a reporter without an account reads the status.
  key_hash bytea not null,
  subject_type text not null check (subject_type in ('review', 'reply', 'tool', 'launch', 'list', 'profile', 'company')),
  subject_id uuid not null,
  tool_id uuid,
  rating smallint,
  author_id uuid references private.profiles (user_id) on delete set null,
  snapshot jsonb,
  reason text not null check (reason in ('spam', 'advertising', 'not_genuine', 'conflict_of_interest',
    'undisclosed_incentive', 'personal_data', 'hate_or_threats', 'off_topic', 'duplicate', 'inaccurate',
    'illegal_content', 'child_safety', 'other')),
  details text constraint report_details_length check (length(details) between 20 and 2000),
  good_faith boolean not null default false,
  -- Either an account, or a name and an address; a report of the reason child_safety may have neither.
  reporter_id uuid references private.profiles (user_id) on delete set null,
  reporter_name text check (length(reporter_name) between 1 and 100),
  reporter_email text check (length(reporter_email) between 3 and 254),
  -- The maker of the tool, if the reporter acts for it and reports a review.
  from_maker uuid references public.companies (id) on delete set null,
  -- A trigger writes it (46_transparency.sql). It stays if the account or the company is deleted.
  source text not null default 'visitor' check (source in ('visitor', 'member', 'maker')),
  status text not null default 'open' check (status in ('open', 'resolved', 'withdrawn')),
  decision bigint references public.moderation_decisions (number) on delete set null,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index reports_open_by_member_key on private.reports (subject_id, subject_type, reporter_id)
  where status = 'open' and reporter_id is not null;
create unique index reports_open_by_address_key on private.reports (subject_id, subject_type, lower(reporter_email))
  where status = 'open' and reporter_email is not null;
create index reports_open_idx on private.reports (created_at) where status = 'open';
create index reports_subject_idx on private.reports (subject_id, number);
create index reports_reporter_idx on private.reports (reporter_id, created_at);
create index reports_address_idx on private.reports (lower(reporter_email), created_at) where reporter_email is not null;
create index reports_author_idx on private.reports (author_id);
create index reports_decision_idx on private.reports (decision);
create index reports_from_maker_idx on private.reports (from_maker, closed_at) where from_maker is not null;
create index reports_tool_of_maker_idx on private.reports (tool_id) where from_maker is not null;
call private.secure_internal_table('private.reports');
create trigger announce_tags after insert or update on private.reports
  for each row when (new.from_maker is not null) execute function private.announce_tags('tool:tool_id');
create function private.forget_reported_member() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.reports set snapshot = null where author_id = old.user_id;
  update private.reports set details = null where reporter_id = old.user_id and status <> 'open';
  delete from private.moderator_notes where subject_type = 'profile' and subject_id = old.user_id;
  return old;
end $$;
create trigger forget_reported_member before delete on private.profiles
  for each row execute function private.forget_reported_member();
create function public.submit_report(subject_type text, subject_id uuid, reason text, details text default '',
  good_faith boolean default false, reporter_name text default null, reporter_email text default null)
returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  reporter constant uuid := auth.uid();
  today constant timestamptz := date_trunc('day', now() at time zone 'utc') at time zone 'utc';
  written text := nullif(private.trim_text(submit_report.details), '');
  name text := case when reporter is null then nullif(private.strip_markup(submit_report.reporter_name), '') end;
  address text := case when reporter is null then nullif(btrim(submit_report.reporter_email), '') end;
  key constant text := left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 32);
  subject record;
  maker uuid;
  new_number bigint;
begin
  if reporter is not null then
    perform private.require_factor();
    perform private.require_no_suspension();
  end if;
  if submit_report.subject_type is null or submit_report.reason is null
    or not submit_report.subject_type in ('review', 'reply', 'tool', 'launch', 'list', 'profile', 'company')
    or not submit_report.reason in ('spam', 'advertising', 'not_genuine', 'conflict_of_interest', 'undisclosed_incentive',
      'personal_data', 'hate_or_threats', 'off_topic', 'duplicate', 'inaccurate', 'illegal_content', 'child_safety', 'other')
  then
    raise exception 'Please choose what you want to report and why.' using errcode = 'check_violation';
  end if;
  select * into subject from private.find_subject(submit_report.subject_type, submit_report.subject_id);
  perform private.refuse_if(subject is null or subject.is_removed or subject.content ->> 'visibility' = 'private',
    'PT404', 'We could not find what you want to report.');
  if subject.author_id = reporter
    or (submit_report.subject_type = 'company' and private.is_company_admin(submit_report.subject_id))
    or (submit_report.subject_type = 'reply' and private.acts_for_company((subject.content ->> 'company_id')::uuid))
  then
    raise exception 'This is your own content. You can edit or delete it instead.' using errcode = 'check_violation';
  end if;
  perform private.refuse_if(length(written) < 20 or (written is null
    and submit_report.reason in ('illegal_content', 'personal_data', 'inaccurate', 'other')),
    'check_violation', 'Please describe the problem in at least 20 characters.');
  perform private.refuse_if(length(written) > 2000, 'check_violation', 'Please describe the problem in at most 2,000 characters.');
  perform private.refuse_if(submit_report.reason in ('illegal_content', 'child_safety') and submit_report.good_faith is not true,
    'check_violation', 'Please confirm that your report is accurate and complete to the best of your knowledge.');
  if reporter is null and (submit_report.reason <> 'child_safety' and num_nulls(name, address) > 0
    or length(name) > 100 or length(address) > 254
    or address !~ '^[^@\s<>",;:()]+@[^@\s<>",;:()]+\.[^@\s<>",;:()]+$')
  then
    raise exception 'Please enter your name and e-mail address so that we can reply.' using errcode = 'check_violation';
  end if;
  -- Reports of one reporter run one after the other, so that both limits count each of them.
  perform pg_advisory_xact_lock(hashtext('report ' || coalesce(reporter::text, lower(address), '')));
  if exists (select from private.reports r where r.subject_id = submit_report.subject_id
    and r.subject_type = submit_report.subject_type and r.status = 'open'
    and (r.reporter_id = reporter or lower(r.reporter_email) = lower(address)))
  then
    raise exception 'You have already reported this. We will let you know what we decide.' using errcode = 'PT409';
  end if;
  perform private.refuse_if((select count(*) from private.reports r where r.reporter_id = reporter and r.created_at >= today) >= 20
    or (select count(*) from private.reports r where lower(r.reporter_email) = lower(address) and r.created_at >= today) >= 3,
    'PT429', 'You have sent too many reports today. Please try again tomorrow.');
  if submit_report.subject_type = 'review' and private.acts_for_maker(subject.tool_id) then
    select m.company_id into maker from public.tool_makers m where m.tool_id = subject.tool_id;
    if not submit_report.reason in ('illegal_content', 'child_safety', 'personal_data') then
      perform private.require_report_of_maker(maker);
    end if;
  end if;
  insert into private.reports (key_hash, subject_type, subject_id, tool_id, rating, author_id, snapshot, reason, details,
    good_faith, reporter_id, reporter_name, reporter_email, from_maker)
  values (sha256(convert_to(key, 'utf8')), submit_report.subject_type, submit_report.subject_id, subject.tool_id, subject.rating,
    subject.author_id, subject.content, submit_report.reason, written, coalesce(submit_report.good_faith, false),
    reporter, name, address, maker)
  returning number into new_number;
  if reporter is not null or address is not null then
    perform private.queue_email('report_received',
      -- The title of a profile is its username, which must not outlive the account in an email to another member.
      jsonb_build_object('number', new_number, 'key', key, 'subject_type', submit_report.subject_type,
        'title', case when submit_report.subject_type <> 'profile' then subject.title end, 'reason', submit_report.reason),
      reporter, address);
  end if;
  if submit_report.reason in ('illegal_content', 'child_safety') then
    perform private.queue_email('urgent_report', jsonb_build_object('number', new_number, 'reason', submit_report.reason,
        'subject_type', submit_report.subject_type, 'subject_id', submit_report.subject_id), s.user_id)
      from private.staff s where not private.is_suspended(s.user_id);
  end if;
  return jsonb_build_object('number', new_number, 'key', key);
end $$;
grant execute on function public.submit_report to anon, authenticated, service_role;
create function public.report_status(number bigint, key text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  found_status jsonb;
begin
  select jsonb_build_object('status', r.status, 'resolved_at', case when r.status = 'resolved' then r.closed_at end,
      'decision', r.decision)
    into found_status from private.reports r
    where r.number = report_status.number and r.key_hash = sha256(convert_to(report_status.key, 'utf8'));
  perform private.refuse_if(found_status is null, 'PT404', 'We could not find this report.');
  return found_status;
end $$;
grant execute on function public.report_status to anon, authenticated, service_role;
create function public.my_reports()
returns table (number bigint, subject_type text, subject_id uuid, reason text, status text, created_at timestamptz, decision bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return query
    select r.number, r.subject_type, r.subject_id, r.reason, r.status, r.created_at, r.decision
    from private.reports r where r.reporter_id = auth.uid() order by r.number desc;
end $$;
grant execute on function public.my_reports to authenticated;
create function public.withdraw_report(number bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  report record;
begin
  perform private.require_second_factor();
  select * into report from private.reports r
    where r.number = withdraw_report.number and r.reporter_id = auth.uid() for update;
  perform private.refuse_if(report is null, 'PT404', 'We could not find this report.');
  if report.status = 'resolved' then
    raise exception 'This has already been decided (decision %).', report.decision using errcode = 'PT409';
  end if;
  update private.reports r set status = 'withdrawn', closed_at = now()
    where r.number = withdraw_report.number and r.status = 'open';
end $$;
grant execute on function public.withdraw_report to authenticated;
create table private.suspensions (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  -- Null is without an end.
  expires_at timestamptz,
  decision bigint not null references public.moderation_decisions (number) on delete cascade
);
create index suspensions_decision_idx on private.suspensions (decision);
call private.secure_internal_table('private.suspensions');
create function private.is_suspended(member uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.suspensions
    where user_id = member and (expires_at is null or expires_at > now()))
$$;
create function private.require_no_suspension() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  suspension record;
begin
  select * into suspension from private.suspensions
    where user_id = auth.uid() and (expires_at is null or expires_at > now());
  if found then
    raise exception '%', 'Your account is suspended'
        || coalesce(' until ' || to_char(suspension.expires_at at time zone 'utc', 'Mon FMDD, YYYY'), '')
        || '. You can still read, download your data and appeal.'
      using errcode = 'insufficient_privilege';
  end if;
end $$;
create table private.staff (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  role text not null check (role in ('moderator', 'admin')),
  appointed_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now()
);
create index staff_appointed_by_idx on private.staff (appointed_by);
call private.secure_internal_table('private.staff');
create function private.get_staff_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from private.staff where user_id = auth.uid() and not private.is_suspended(user_id)
$$;
create function private.is_staff(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(private.get_staff_role() in (wanted, 'admin'), false)
$$;
grant execute on function private.is_staff to anon, authenticated, service_role;
create function private.require_staff(wanted text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_staff(wanted) then
    raise exception '%', case wanted when 'admin' then 'Only administrators can do this.' else 'Only moderators can do this.' end
      using errcode = 'insufficient_privilege';
  end if;
  -- Staff reads what members do not: a stolen password is not enough.
  perform private.require_factor();
end $$;
create function public.my_staff_role() returns text
language sql stable security definer set search_path = '' as $$
  select private.get_staff_role()
$$;
grant execute on function public.my_staff_role to authenticated;
create function private.require_other_admin(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Two administrators who leave at the same moment come one after the other.
  perform pg_advisory_xact_lock(hashtext('staff'));
  perform private.refuse_if(not exists (select from private.staff s
    where s.role = 'admin' and s.user_id <> member and not private.is_suspended(s.user_id)),
    'check_violation', 'The site needs at least one administrator. Make someone else an administrator first.');
end $$;
create function private.refuse_losing_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_other_admin(old.user_id);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger refuse_removing_last_admin before delete on private.staff
  for each row when (old.role = 'admin') execute function private.refuse_losing_last_admin();
create trigger refuse_demoting_last_admin before update of role on private.staff
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function private.refuse_losing_last_admin();
create function private.require_admin_or_service() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.require_staff('admin');
    perform private.require_second_factor();
  end if;
end $$;
create function public.staff_members() returns table (username text, role text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  return query
    select p.username, s.role, s.created_at from private.staff s join private.profiles p on p.user_id = s.user_id
    order by s.created_at, p.username;
end $$;
grant execute on function public.staff_members to authenticated, service_role;
create function public.set_staff_role(username text, role text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.find_user_id(set_staff_role.username);
begin
  perform private.require_admin_or_service();
  perform private.refuse_if(member is null, 'PT404', 'We could not find this member.');
  if set_staff_role.role is null then
    delete from private.staff where user_id = member;
  elsif set_staff_role.role in ('moderator', 'admin') then
    insert into private.staff as staff (user_id, role, appointed_by) values (member, set_staff_role.role, auth.uid())
      on conflict (user_id) do update set role = excluded.role, appointed_by = excluded.appointed_by
      where staff.role <> excluded.role;
  else
    raise exception 'A role is moderator or admin.' using errcode = 'check_violation';
  end if;
end $$;
grant execute on function public.set_staff_role to authenticated, service_role;
create table private.site_settings (
  key text primary key,
  value jsonb not null
);
call private.secure_internal_table('private.site_settings');
create function private.get_default_settings() returns jsonb
language sql immutable set search_path = '' as $$
  select '{
    "premoderate_first_posts": 0, "premoderate_links": false, "new_account_hours": 24, "word_filter": [],
    "daily_limit_tools": 100, "daily_limit_reviews": 200, "daily_limit_launches": 50,
    "daily_limit_votes": 2000, "daily_limit_follows": 1000, "daily_limit_edits": 100,
    "require_staff_2fa": false, "invite_only": false, "blocked_email_domains": [],
    "ai_crawlers": "allow", "open_review_texts": false
  }'::jsonb
$$;
create function private.get_setting(wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select value from private.site_settings where key = wanted), private.get_default_settings() -> wanted)
$$;
create function public.site_settings() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('admin');
  return private.get_default_settings()
    || coalesce((select jsonb_object_agg(key, value) from private.site_settings), '{}');
end $$;
grant execute on function public.site_settings to authenticated;
create function public.update_site_settings(changes jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changed record;
  is_valid boolean;
begin
  perform private.require_staff('admin');
  perform private.require_second_factor();
  perform private.refuse_if(jsonb_typeof(changes) is distinct from 'object',
    'check_violation', 'Please send the settings to change as an object.');
  for changed in select key, value, private.get_default_settings() -> key as initial from jsonb_each(changes) loop
    is_valid := case
      when changed.initial is null then false
      when changed.key = 'word_filter' then jsonb_typeof(changed.value) = 'array' and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'object'
            or not coalesce(length(private.fold_for_filter(entry ->> 'text')) between 2 and 200, false)
            or not coalesce(entry ->> 'action' in ('hold', 'reject'), false))
      when changed.key = 'blocked_email_domains' then jsonb_typeof(changed.value) = 'array'
        and length(changed.value::text) <= 50000
        and not exists (
          select from jsonb_array_elements(case when jsonb_typeof(changed.value) = 'array' then changed.value else '[]' end) entry
          where jsonb_typeof(entry) <> 'string' or length(entry #>> '{}') > 253
            or entry #>> '{}' !~* '^[a-z0-9_-]+(\.[a-z0-9_-]+)+$')
      when changed.key = 'ai_crawlers' then changed.value in ('"allow"', '"deny"')
      when jsonb_typeof(changed.initial) = 'number' then jsonb_typeof(changed.value) = 'number'
        and changed.value::text ~ '^[0-9]{1,6}$'
      else jsonb_typeof(changed.value) = jsonb_typeof(changed.initial)
    end;
    if not is_valid then
      raise exception '%', case when changed.initial is null then 'There is no setting ' || left(changed.key, 50) || '.'
        else 'This value does not fit the setting ' || changed.key || '.' end using errcode = 'check_violation';
    end if;
  end loop;
  insert into private.site_settings (key, value) select key, value from jsonb_each(changes)
    on conflict (key) do update set value = excluded.value;
end $$;
grant execute on function public.update_site_settings to authenticated;
create function public.allows_ai_crawlers() returns boolean
language sql stable security definer set search_path = '' as $$
  select private.get_setting('ai_crawlers') = '"allow"'
$$;
grant execute on function public.allows_ai_crawlers to anon, authenticated, service_role;
create table private.premoderation_exemptions (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  granted_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now()
);
create index premoderation_exemptions_granted_by_idx on private.premoderation_exemptions (granted_by);
call private.secure_internal_table('private.premoderation_exemptions');
create function public.set_premoderation_exempt(username text, exempt boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := private.find_user_id(set_premoderation_exempt.username);
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  perform private.refuse_if(member is null, 'PT404', 'We could not find this member.');
  if exempt then
    insert into private.premoderation_exemptions (user_id, granted_by) values (member, auth.uid())
      on conflict (user_id) do nothing;
  else
    delete from private.premoderation_exemptions where user_id = member;
  end if;
end $$;
grant execute on function public.set_premoderation_exempt to authenticated;
create function public.moderation_users(query text)
returns table (user_id uuid, username text, created_at timestamptz, is_suspended boolean, suspended_until timestamptz,
  review_count integer, email text)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(coalesce(query, '')));
  is_admin constant boolean := private.is_staff('admin');
begin
  perform private.require_staff('moderator');
  return query
    select p.user_id, p.username, p.created_at, private.is_suspended(p.user_id),
      (select s.expires_at from private.suspensions s where s.user_id = p.user_id and s.expires_at > now()),
      coalesce(st.total_reviews, 0), case when is_admin then u.email::text end
    from private.profiles p
    join auth.users u on u.id = p.user_id
    left join public.user_stats st on st.user_id = p.user_id
    where wanted <> '' and (starts_with(lower(p.username), wanted) or (is_admin and lower(u.email) = wanted))
    order by lower(p.username) limit 24;
end $$;
grant execute on function public.moderation_users to authenticated;
create table private.moderator_notes (
  id bigint generated by default as identity primary key,
  subject_type text not null check (subject_type in ('review', 'reply', 'tool', 'launch', 'list', 'profile', 'company')),
  subject_id uuid not null,
  author_id uuid references private.profiles (user_id) on delete set null,
  note text not null constraint note_length check (length(note) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index moderator_notes_subject_idx on private.moderator_notes (subject_id, id);
create index moderator_notes_author_idx on private.moderator_notes (author_id);
call private.secure_internal_table('private.moderator_notes');
create function private.require_decider() returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_staff('moderator') then
    perform pg_advisory_xact_lock(hashtext('decisions'));
  end if;
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  perform private.refuse_if(private.get_setting('require_staff_2fa') = 'true' and not exists (
    select from auth.mfa_factors where user_id = auth.uid() and status::text = 'verified'),
    'insufficient_privilege', 'Please turn on two-step sign-in to make moderation decisions.');
end $$;
create function private.is_author_of_case(wanted_type text, wanted_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.find_subject(wanted_type, wanted_id) s where s.author_id = auth.uid())
    or exists (select from private.reports r where r.subject_type = wanted_type and r.subject_id = wanted_id and r.author_id = auth.uid())
    or exists (select from public.moderation_decisions d join private.decision_parties p on p.decision = d.number
      where d.subject_type = wanted_type and d.subject_id = wanted_id and p.affected_user = auth.uid())
    or wanted_type = 'reply' and exists (select from private.find_subject(wanted_type, wanted_id) s
      join public.company_members m on m.company_id = (s.content ->> 'company_id')::uuid where m.user_id = auth.uid())
    or exists (select from public.company_members where company_id = wanted_id and user_id = auth.uid())
    or exists (select from private.company_founders where company_id = wanted_id and user_id = auth.uid())
$$;
create function private.is_party_of_case(wanted_type text, wanted_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_author_of_case(wanted_type, wanted_id)
    or exists (select from private.reports r where r.subject_type = wanted_type and r.subject_id = wanted_id
      and r.reporter_id = auth.uid())
$$;
create function private.require_no_involvement(wanted_type text, wanted_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(private.is_party_of_case(wanted_type, wanted_id),
    'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
end $$;
create function private.find_last_decision(wanted_type text, wanted_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(d.number) from public.moderation_decisions d
  left join private.decision_parties p on p.decision = d.number
  where d.subject_type = wanted_type and d.subject_id = wanted_id
    or wanted_type = 'profile' and d.subject_type = 'profile' and p.affected_user = wanted_id
$$;
create function private.find_removing_decision(wanted_type text, wanted_id uuid) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(removed.decision) from private.removed_content removed
  where removed.row_id = wanted_id and removed.table_name = case wanted_type
    when 'review' then 'public.reviews' when 'tool' then 'public.tools' when 'launch' then 'private.launches'
    when 'reply' then 'public.review_replies' when 'list' then 'public.lists' when 'profile' then 'private.profiles' when 'company' then 'public.companies' end
$$;
create function private.raise_already_decided(wanted_type text, wanted_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  latest constant bigint := greatest(private.find_last_decision(wanted_type, wanted_id),
    private.find_removing_decision(wanted_type, wanted_id));
begin
  perform private.refuse_if(latest is null, 'PT409', 'There is nothing to decide here.');
  raise exception 'This has already been decided (decision %).', latest using errcode = 'PT409';
end $$;
create function private.is_premoderated(tool uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select action = 'premoderate_reviews' and expires_at > now() from public.moderation_decisions
    where subject_id = tool and action in ('premoderate_reviews', 'end_premoderation')
    order by number desc limit 1), false)
$$;
create function private.has_texts(wanted_type text, wanted_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case wanted_type
    when 'profile' then exists (select from private.profiles where user_id = wanted_id and (username !~ '^user-[0-9a-f]{8}$'
      or coalesce(first_name, last_name, nullif(bio, ''), avatar_url, nullif(job_title, ''), nullif(company_name, '')) is not null))
    else exists (select from public.companies where id = wanted_id and (name <> 'Removed company'
      or coalesce(logo_url, website, domain, size, industry, nullif(description, '')) is not null))
  end
$$;
create function private.record_decision(wanted_type text, wanted_id uuid, decided_action text, decided_reason text,
  decided_explanation text, decided_legal_basis text, ends_at timestamptz, source text, decider uuid,
  reversed bigint default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  subject record;
  new_number bigint;
  open_reports integer;
  waiting_since timestamptz;
  tool_name text;
  was_held boolean;
  is_by_maker boolean;
  recipients uuid[];
begin
  select s.author_id, s.tool_id, s.rating, s.title, s.content ->> 'company_id' as company into subject
    from private.find_subject(wanted_type, wanted_id) s;
  if not found then
    -- Its author has deleted it.
    select r.author_id, r.tool_id, r.rating, coalesce(r.snapshot ->> 'title', r.snapshot ->> 'name', r.snapshot ->> 'tagline') as title,
        r.snapshot ->> 'company_id' as company
      into subject from private.reports r where r.subject_id = wanted_id order by r.number desc limit 1;
  end if;
  select count(*), min(r.created_at), bool_and(r.from_maker is not null) into open_reports, waiting_since, is_by_maker from private.reports r
    where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open';
  if waiting_since is null then
    select d.decided_at into waiting_since from public.moderation_decisions d
      where d.number = private.find_removing_decision(wanted_type, wanted_id) and d.action = 'hold';
  end if;
  insert into public.moderation_decisions (subject_type, subject_id, tool_id, rating, action, reason, legal_basis, explanation,
    expires_at, detected_by, report_count, hours_to_decision, reverses)
  values (wanted_type, case when wanted_type <> 'profile' then wanted_id end, subject.tool_id, subject.rating, decided_action,
    decided_reason, decided_legal_basis, decided_explanation, ends_at,
    coalesce(source, case when open_reports = 0 then 'staff' when is_by_maker then 'maker_report' else 'report' end),
    case when decided_action = 'hold' then 0 else open_reports end,
    extract(epoch from now() - waiting_since) / 3600, reversed)
  returning number into new_number;
  insert into private.decision_parties (decision, affected_user, decided_by) values (new_number, subject.author_id, decider);
  if decided_action in ('hold', 'premoderate_reviews', 'end_premoderation', 'merge') then
    return new_number;
  end if;
  tool_name := case when wanted_type in ('review', 'reply', 'launch') then (select t.name from public.tools t where t.id = subject.tool_id) end;
  was_held := exists (select from public.moderation_decisions d
    where d.number = private.find_removing_decision(wanted_type, wanted_id) and d.action = 'hold');
  if decided_action <> 'keep' then
    recipients := array(
      select subject.author_id where subject.author_id is not null
      union
      select m.user_id from public.company_members m
        where m.company_id = case wanted_type when 'company' then wanted_id when 'reply' then subject.company::uuid end and m.is_admin);
    perform private.queue_email(
        case when wanted_type = 'profile' and decided_action <> 'remove'
            and not (decided_action = 'restore' and exists (select from public.moderation_decisions d
              where d.number = reversed and d.action = 'remove'))
          then 'account_decision' else 'content_decision' end,
        jsonb_build_object('decision', new_number, 'subject_type', wanted_type, 'title', subject.title, 'tool', tool_name,
          'action', decided_action, 'was_held', was_held, 'reason', decided_reason, 'legal_basis', decided_legal_basis,
          'explanation', decided_explanation, 'expires_at', ends_at, 'detected_by', d.detected_by, 'appeal_until', d.decided_at + interval '6 months'),
        recipient)
      from public.moderation_decisions d, unnest(recipients) as recipient where d.number = new_number;
    perform private.notify(recipients, 'decision', wanted_type, wanted_id,
      jsonb_build_object('decision', new_number, 'action', decided_action));
  end if;
  perform private.queue_email('report_resolved',
      jsonb_build_object('number', r.number, 'decision', new_number, 'subject_type', wanted_type,
        'title', case when wanted_type <> 'profile' then subject.title end, 'tool', tool_name,
        'action', decided_action, 'reason', decided_reason, 'explanation', decided_explanation,
        'has_account', r.reporter_id is not null),
      r.reporter_id, r.reporter_email)
    from private.reports r
    where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open'
      and (r.reporter_id is not null or r.reporter_email is not null);
  perform private.notify(array(select r.reporter_id from private.reports r
      where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open'),
    'report', wanted_type, wanted_id, jsonb_build_object('decision', new_number, 'action', decided_action));
  update private.reports r set status = 'resolved', decision = new_number, closed_at = now()
    where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open';
  return new_number;
end $$;
create function private.suspend_member(member uuid, ends_at timestamptz, decision bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Before the role is read: an administrator may be appointed at the same moment.
  perform pg_advisory_xact_lock(hashtext('staff'));
  if exists (select from private.staff where user_id = member and role = 'admin') then
    perform private.require_other_admin(member);
  end if;
  insert into private.suspensions (user_id, expires_at, decision) values (member, ends_at, suspend_member.decision)
    on conflict (user_id) do update set expires_at = excluded.expires_at, decision = excluded.decision;
end $$;
create function private.decide(wanted_type text, wanted_id uuid, decided_action text, decided_reason text,
  decided_explanation text, decided_legal_basis text, ends_at timestamptz, decider uuid, source text default null)
returns bigint
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  subject record;
  is_found boolean;
  removed_by bigint;
  removed_action text;
  reversed bigint;
  new_number bigint;
begin
  -- Waits for the author and the reporters, who may delete their account or withdraw, and for the job that purges.
  -- Accounts come first, as in private.lock_account_rows.
  perform from private.profiles p
    where p.user_id in (select s.author_id from private.find_subject(wanted_type, wanted_id) s)
      or p.user_id in (select r.reporter_id from private.reports r
        where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open')
    order by p.user_id for key share;
  perform from private.reports r where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open'
    order by r.number for update;
  perform from private.removed_content removed where removed.row_id = wanted_id order by removed.id for update;
  select * into subject from private.find_subject(wanted_type, wanted_id);
  is_found := found;
  removed_by := private.find_removing_decision(wanted_type, wanted_id);
  select d.action into removed_action from public.moderation_decisions d where d.number = removed_by;

  if decided_action = 'keep' then
    if not exists (select from private.reports r
      where r.subject_type = wanted_type and r.subject_id = wanted_id and r.status = 'open')
    then
      perform private.refuse_if(not is_found and private.find_last_decision(wanted_type, wanted_id) is null,
        'PT404', 'We could not find this content.');
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
  elsif not is_found then
    -- Its removal was so long ago that it is purged.
    if decided_action = 'restore' and private.find_last_decision(wanted_type, wanted_id) is not null then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
    raise exception 'We could not find this content.' using errcode = 'PT404';
  elsif decided_action = 'remove' then
    if wanted_type in ('profile', 'company') then
      if not private.has_texts(wanted_type, wanted_id) then perform private.raise_already_decided(wanted_type, wanted_id); end if;
    elsif subject.is_removed and removed_action <> 'hold' then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
  elsif decided_action = 'restore' then
    if removed_by is null then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
    perform private.refuse_if(wanted_type = 'reply' and exists (select from private.removed_content review
      where review.row_id = wanted_id and review.table_name = 'public.reviews'), 'PT409', 'Please restore the review first.');
    -- The tool of each removed review has to be listed or come back with it.
    if exists (
      select from private.removed_content removed
      where removed.decision = removed_by and removed.row_data ->> 'tool_id' is not null and removed.position = 3
        and exists (select from private.removed_content tool where tool.row_id = (removed.row_data ->> 'tool_id')::uuid
          and tool.table_name = 'public.tools' and tool.decision <> removed_by))
      or (wanted_type <> 'tool' and exists (select from private.removed_content tool
        where tool.decision = removed_by and tool.row_id = subject.tool_id and tool.table_name = 'public.tools'
          and wanted_type in ('review', 'launch')))
    then
      raise exception 'Please restore the tool first.' using errcode = 'PT409';
    end if;
    if removed_action = 'merge' then
      perform private.require_open_merge(removed_by);
    end if;
    if wanted_type = 'tool' then
      perform private.require_free_address(removed_by);
    elsif wanted_type = 'review' and exists (select from public.reviews r
      where r.tool_id = subject.tool_id and r.user_id = subject.author_id)
    then
      raise exception 'The author has another review of this tool.' using errcode = 'PT409';
    end if;
    -- It went with all of the member's content, or its tool is deleted.
    if (wanted_type <> 'profile' and removed_action = 'remove_all_content')
      or (wanted_type = 'review' and not exists (select from public.tools t where t.id = subject.tool_id))
    then
      perform private.raise_already_decided(wanted_type, wanted_id);
    end if;
  elsif decided_action = 'unsuspend' and not private.is_suspended(wanted_id)
    or decided_action = 'end_premoderation' and not private.is_premoderated(wanted_id)
  then
    raise exception 'There is nothing to decide here.' using errcode = 'PT409';
  elsif decided_action = 'remove_all_content' and not (private.has_texts('profile', wanted_id)
    or exists (select from public.reviews where user_id = wanted_id)
    or exists (select from private.launches where user_id = wanted_id)
    or exists (select from public.lists where user_id = wanted_id)
    or exists (select from public.review_helpful_votes where user_id = wanted_id)
    or exists (select from public.launch_upvotes where user_id = wanted_id))
  then
    perform private.raise_already_decided(wanted_type, wanted_id);
  elsif decided_action = 'premoderate_reviews' and subject.is_removed then
    perform private.raise_already_decided(wanted_type, wanted_id);
  end if;

  reversed := case decided_action
    when 'restore' then removed_by
    when 'unsuspend' then (select s.decision from private.suspensions s where s.user_id = wanted_id)
    when 'end_premoderation' then (select max(d.number) from public.moderation_decisions d
      where d.subject_id = wanted_id and d.action = 'premoderate_reviews') end;
  new_number := private.record_decision(wanted_type, wanted_id, decided_action, decided_reason, decided_explanation,
    decided_legal_basis, ends_at, source, decider, reversed);

  case decided_action
    when 'remove' then
      if subject.is_removed then
        -- Declines a held item: what the rule removed stays removed.
        update private.removed_content set decision = new_number where decision = removed_by;
        perform private.record_account_event(subject.author_id, 'content_removed', wanted_type, jsonb_build_object('title', subject.title));
      else
        perform private.remove_content(new_number, wanted_type, wanted_id);
        -- While this decision waited for the row, its author deleted it or a rule held it.
        perform private.refuse_if(not exists (select from private.removed_content removed
          where removed.decision = new_number and removed.row_id = wanted_id),
          'PT409', 'This has changed in the meantime. Please check it again.');
      end if;
    when 'remove_all_content' then perform private.remove_content(new_number, wanted_type, wanted_id, remove_all => true);
    when 'restore' then
      if removed_action = 'merge' then
        perform private.undo_merge(removed_by, decider);
      else
        perform private.restore_content(removed_by);
      end if;
    when 'suspend' then perform private.suspend_member(wanted_id, ends_at, new_number);
    when 'unsuspend' then delete from private.suspensions where user_id = wanted_id;
    else null;
  end case;
  return new_number;
end $$;
create function public.moderate(subject_type text, subject_id uuid, action text, reason text default null,
  explanation text default null, legal_basis text default null, expires_at timestamptz default null)
returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  written_explanation constant text := nullif(private.trim_text(moderate.explanation), '');
  written_legal_basis constant text := nullif(private.trim_text(moderate.legal_basis), '');
  needs_reason constant boolean := moderate.action in
    ('remove', 'warn', 'suspend', 'remove_all_content', 'premoderate_reviews');
begin
  perform private.require_decider();
  if not coalesce(case
    when moderate.action in ('keep', 'remove', 'restore') then moderate.subject_type in ('review', 'reply', 'tool', 'launch', 'list', 'profile', 'company')
    when moderate.action in ('warn', 'suspend', 'unsuspend', 'remove_all_content') then moderate.subject_type = 'profile'
    when moderate.action in ('premoderate_reviews', 'end_premoderation') then moderate.subject_type = 'tool' end, false)
  then
    raise exception 'This decision does not fit this content.' using errcode = 'check_violation';
  end if;
  perform private.require_no_involvement(moderate.subject_type, moderate.subject_id);
  if moderate.subject_type = 'profile' and exists (select from private.staff where user_id = moderate.subject_id) then
    perform private.require_staff('admin');
  end if;
  if needs_reason and moderate.reason is null or moderate.reason = 'premoderation' or moderate.reason is not null
    and not moderate.reason in ('spam', 'advertising', 'not_genuine', 'conflict_of_interest', 'undisclosed_incentive',
      'personal_data', 'hate_or_threats', 'off_topic', 'duplicate', 'inaccurate', 'illegal_content', 'child_safety', 'other',
      'court_order')
  then
    raise exception 'Please choose a reason.' using errcode = 'check_violation';
  end if;
  perform private.refuse_if(needs_reason and written_explanation is null or length(written_explanation) not between 30 and 2000,
    'check_violation', 'Please explain the decision in 30 to 2,000 characters.');
  perform private.refuse_if(moderate.reason in ('illegal_content', 'court_order') and written_legal_basis is null,
    'check_violation', 'Please name the law or the court order.');
  perform private.refuse_if(length(written_legal_basis) > 500,
    'check_violation', 'Please name the law or the court order in at most 500 characters.');
  perform private.refuse_if(moderate.expires_at <= now() or moderate.action = 'premoderate_reviews' and moderate.expires_at is null,
    'check_violation', 'The end date has to be in the future.');
  -- Programs that read the log cannot represent `infinity`.
  perform private.refuse_if(moderate.expires_at > now() + interval '100 years',
    'check_violation', 'The end date has to be within 100 years.');
  return private.decide(moderate.subject_type, moderate.subject_id, moderate.action, moderate.reason,
    written_explanation, written_legal_basis,
    case when moderate.action in ('suspend', 'premoderate_reviews') then moderate.expires_at end, auth.uid(),
    case when moderate.reason = 'court_order' then 'authority' end);
end $$;
grant execute on function public.moderate to authenticated;
create function public.moderation_queue(kind text default 'reports', after text default null, page_size integer default 24)
returns table (subject_type text, subject_id uuid, title text, reasons text[], report_count integer, waiting_since timestamptz,
  appeal bigint, after_row text, excerpt text, author text, is_hidden boolean, said_by text, words text, ends_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  from_row jsonb;
begin
  perform private.require_staff('moderator');
  perform private.refuse_if(kind is null or not kind in ('reports', 'pending', 'appeals'),
    'invalid_parameter_value', 'kind is reports, pending or appeals');
  begin
    from_row := coalesce(after::jsonb, '[-1, "-infinity", "00000000-0000-0000-0000-000000000000", 0]');
    perform (from_row ->> 0)::integer, (from_row ->> 1)::timestamptz, (from_row ->> 2)::uuid, (from_row ->> 3)::bigint;
  exception when others then
    raise exception 'after is not a cursor of this order' using errcode = 'invalid_parameter_value';
  end;
  return query
    with waiting as (
      -- The reasons are read for the rows of the page alone: they would triple the time of the grouping.
      select r.subject_type, r.subject_id, null::text[] as reasons, count(*)::integer as report_count,
        min(r.created_at) as since, null::bigint as appeal,
        min(case r.reason when 'child_safety' then 0 when 'illegal_content' then 1 else 2 end) as urgency,
        null::timestamptz as restricted_until
      from private.reports r where kind = 'reports' and r.status = 'open' group by r.subject_type, r.subject_id
      union all
      select d.subject_type, d.subject_id, array[d.reason], 0, d.decided_at, null, 2, null
      from public.moderation_decisions d where kind = 'pending' and d.action = 'hold'
        and exists (select from private.removed_content removed where removed.decision = d.number)
      union all
      select d.subject_type, coalesce(d.subject_id, p.affected_user), array_remove(array[d.reason], null), 0, a.created_at, a.number, 2,
        case when d.expires_at > now() then d.expires_at end
      from private.appeals a join public.moderation_decisions d on d.number = a.decision
      join private.decision_parties p on p.decision = d.number
      where kind = 'appeals' and a.status = 'open'
    ), page as (
      select * from waiting w
      where (w.urgency, w.since, w.subject_id, coalesce(w.appeal, 0)) > ((from_row ->> 0)::integer, (from_row ->> 1)::timestamptz,
        (from_row ->> 2)::uuid, (from_row ->> 3)::bigint)
      order by w.urgency, w.since, w.subject_id, w.appeal
      limit least(greatest(coalesce(page_size, 24), 1), 100)
    )
    select page.subject_type, page.subject_id,
      coalesce(shown.data ->> 'title', shown.data ->> 'tagline', shown.data ->> 'username', shown.data ->> 'name'),
      coalesce(page.reasons, reported.reasons), page.report_count, page.since,
      page.appeal, jsonb_build_array(page.urgency, page.since, page.subject_id, coalesce(page.appeal, 0))::text,
      left(concat_ws(' · ', nullif(concat_ws(' ', shown.data ->> 'first_name', shown.data ->> 'last_name'), ''), shown.data ->> 'job_title',
        shown.data ->> 'company_name', coalesce(shown.data ->> 'content', shown.data ->> 'description', shown.data ->> 'bio')), 300),
      writer.username, private.find_removing_decision(page.subject_type, page.subject_id) is not null,
      coalesce(said.said_by, statement.said_by), left(coalesce(said.details, statement.statement), 300), page.restricted_until
    from page
    left join lateral private.find_subject(page.subject_type, page.subject_id) subject on true
    left join lateral (
      select (array_agg(r.snapshot order by r.number desc) filter (where r.status = 'open'))[1] as open_snapshot,
        (array_agg(r.snapshot order by r.number desc))[1] as snapshot, (array_agg(r.author_id order by r.number desc))[1] as author_id,
        array_agg(distinct r.reason order by r.reason) filter (where r.status = 'open') as reasons
      from private.reports r where r.subject_type = page.subject_type and r.subject_id = page.subject_id
    ) reported on true
    cross join lateral (select coalesce(reported.open_snapshot, subject.content, reported.snapshot) as data) shown
    left join private.profiles writer on writer.user_id = coalesce(subject.author_id, reported.author_id)
    -- The author never learns who reported, also as a moderator.
    left join lateral (
      select coalesce(p.username, r.reporter_name) as said_by, r.details
      from private.reports r left join private.profiles p on p.user_id = r.reporter_id
      where page.appeal is null and r.subject_type = page.subject_type and r.subject_id = page.subject_id and r.status = 'open'
        and not private.is_author_of_case(page.subject_type, page.subject_id)
      order by r.details is null, r.number desc limit 1
    ) said on true
    left join lateral (
      select case when a.user_id = p.affected_user then appellant.username end as said_by, a.statement
      from private.appeals a join private.decision_parties p on p.decision = a.decision
      join private.profiles appellant on appellant.user_id = a.user_id
      where a.number = page.appeal
        and (a.user_id = auth.uid() or not private.is_party_of_case(page.subject_type, page.subject_id))
    ) statement on true
    order by page.urgency, page.since, page.subject_id, page.appeal;
end $$;
grant execute on function public.moderation_queue to authenticated;
create function public.moderation_subject(subject_type text, subject_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  subject record;
  -- The author never learns who reported, also as a moderator.
  is_own constant boolean := private.is_author_of_case(moderation_subject.subject_type, moderation_subject.subject_id);
  is_party constant boolean := private.is_party_of_case(moderation_subject.subject_type, moderation_subject.subject_id);
  result jsonb;
begin
  perform private.require_staff('moderator');
  select * into subject from private.find_subject(moderation_subject.subject_type, moderation_subject.subject_id);
  result := jsonb_build_object(
    'content', case when subject.title is not null then subject.content || jsonb_build_object(
      'is_removed', private.find_removing_decision(moderation_subject.subject_type, moderation_subject.subject_id) is not null,
      'removed_by', private.find_removing_decision(moderation_subject.subject_type, moderation_subject.subject_id),
      'author', (select jsonb_build_object('user_id', p.user_id, 'username', p.username, 'is_suspended', private.is_suspended(p.user_id),
          'is_staff', exists (select from private.staff s where s.user_id = p.user_id),
          'is_exempt', exists (select from private.premoderation_exemptions e where e.user_id = p.user_id))
        from private.profiles p where p.user_id = subject.author_id),
      'tool', coalesce(
        (select jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug) from public.tools t where t.id = subject.tool_id),
        (select jsonb_build_object('id', r.row_id, 'name', r.row_data ->> 'name') from private.removed_content r
          where r.row_id = subject.tool_id and r.table_name = 'public.tools'))) end,
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('number', r.number, 'reason', r.reason, 'details', case when not is_own then r.details end,
        'good_faith', r.good_faith, 'status', r.status, 'created_at', r.created_at, 'decision', r.decision, 'snapshot', r.snapshot,
        'reporter', case when not is_own then coalesce(p.username, r.reporter_name) end,
        'maker', case when not is_own then (select c.name from public.companies c where c.id = r.from_maker) end) order by r.number desc), '[]')
      from private.reports r left join private.profiles p on p.user_id = r.reporter_id
      where r.subject_type = moderation_subject.subject_type and r.subject_id = moderation_subject.subject_id),
    'decisions', (select coalesce(jsonb_agg(to_jsonb(d) || jsonb_build_object('decided_by', moderator.username,
        'appeals', (select coalesce(jsonb_agg(jsonb_build_object('number', a.number,
            'statement', case when not is_party or a.user_id = auth.uid() then a.statement end,
            'revised_content', a.revised_content, 'status', a.status, 'created_at', a.created_at,
            'by_author', a.user_id is not distinct from p.affected_user) order by a.number), '[]')
          from private.appeals a where a.decision = d.number)) order by d.number desc), '[]')
      from public.moderation_decisions d join private.decision_parties p on p.decision = d.number
      left join private.profiles moderator on moderator.user_id = p.decided_by
      where d.subject_type = moderation_subject.subject_type and (d.subject_id = moderation_subject.subject_id
        or d.subject_type = 'profile' and p.affected_user = moderation_subject.subject_id)),
    'notes', (select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'note', n.note, 'author', p.username,
        'created_at', n.created_at) order by n.id), '[]')
      from private.moderator_notes n left join private.profiles p on p.user_id = n.author_id
      where n.subject_type = moderation_subject.subject_type and n.subject_id = moderation_subject.subject_id and not is_party),
    'is_party', is_party);
  perform private.refuse_if(result -> 'content' = 'null' and result -> 'reports' = '[]' and result -> 'decisions' = '[]',
    'PT404', 'We could not find this content.');
  return result;
end $$;
grant execute on function public.moderation_subject to authenticated;
create function public.add_moderator_note(subject_type text, subject_id uuid, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written constant text := private.trim_text(coalesce(add_moderator_note.note, ''));
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  -- Raises if there is no such case.
  perform public.moderation_subject(add_moderator_note.subject_type, add_moderator_note.subject_id);
  perform private.require_no_involvement(add_moderator_note.subject_type, add_moderator_note.subject_id);
  perform private.refuse_if(length(written) not between 1 and 2000,
    'check_violation', 'Please write a note of 1 to 2,000 characters.');
  insert into private.moderator_notes (subject_type, subject_id, author_id, note)
    values (add_moderator_note.subject_type, add_moderator_note.subject_id, auth.uid(), written);
end $$;
grant execute on function public.add_moderator_note to authenticated;
create table private.appeals (
  number bigint generated by default as identity primary key,
  decision bigint not null references public.moderation_decisions (number) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  -- Null once it is purged.
  statement text constraint appeal_statement_length check (length(statement) between 20 and 2000),
  -- title, content, pros and cons of a review, which are published if the appeal succeeds.
  revised_content jsonb,
  status text not null default 'open' check (status in ('open', 'upheld', 'reversed')),
  explanation text,
  resolved_by uuid references private.profiles (user_id) on delete set null,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  constraint appeals_one_per_person unique (decision, user_id)
);
create index appeals_user_id_idx on private.appeals (user_id);
create index appeals_resolved_by_idx on private.appeals (resolved_by);
create index appeals_open_idx on private.appeals (created_at) where status = 'open';
call private.secure_internal_table('private.appeals');
create function private.find_company_of_decision(decision public.moderation_decisions) returns uuid
language sql stable security definer set search_path = '' as $$
  select case decision.subject_type when 'company' then decision.subject_id
    when 'reply' then (select (s.content ->> 'company_id')::uuid from private.find_subject('reply', decision.subject_id) s) end
$$;
create function private.is_affected(wanted bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from private.decision_parties where decision = wanted and affected_user = auth.uid())
    or exists (select from public.moderation_decisions d
      join public.company_members m on m.company_id = private.find_company_of_decision(d)
      where d.number = wanted and d.subject_type in ('company', 'reply') and m.user_id = auth.uid() and m.is_admin)
$$;
create function public.my_moderation_decisions()
returns table (number bigint, decided_at timestamptz, subject_type text, action text, reason text, legal_basis text,
  explanation text, expires_at timestamptz, detected_by text, content jsonb, appeal_status text, appeal_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return query
    select d.number, d.decided_at, d.subject_type, d.action, d.reason, d.legal_basis, d.explanation, d.expires_at, d.detected_by,
      (select removed.row_data - '{search,name_folded,website_host,website_key}'::text[]
        from private.removed_content removed
        where removed.decision = d.number and removed.row_id = coalesce(d.subject_id, auth.uid())
        order by removed.position limit 1),
      (select a.status from private.appeals a where a.decision = d.number and a.user_id = auth.uid()),
      d.decided_at + interval '6 months'
    from public.moderation_decisions d
    where d.action <> 'keep' and d.number in (
      select p.decision from private.decision_parties p where p.affected_user = auth.uid()
      union
      select c.number from public.company_members m
        join public.moderation_decisions c on c.subject_id = m.company_id and c.subject_type = 'company'
        where m.user_id = auth.uid() and m.is_admin
      union
      select c.number from public.company_members m
        join public.moderation_decisions c on c.subject_type = 'reply' and c.tool_id in (
          select k.tool_id from public.tool_makers k where k.company_id = m.company_id)
        where m.user_id = auth.uid() and m.is_admin and private.find_company_of_decision(c) = m.company_id)
    order by d.number desc;
end $$;
grant execute on function public.my_moderation_decisions to authenticated;
create function public.submit_appeal(decision bigint, statement text, revised_content jsonb default null) returns bigint
language plpgsql security definer set search_path = '' as $$
declare
  appealed public.moderation_decisions;
  is_affected constant boolean := private.is_affected(submit_appeal.decision);
  is_reporter constant boolean := exists (select from private.reports r
    where r.decision = submit_appeal.decision and r.reporter_id = auth.uid());
  written constant text := private.trim_text(coalesce(submit_appeal.statement, ''));
  revised constant jsonb := nullif(submit_appeal.revised_content, '{}');
  new_number bigint;
begin
  perform private.require_second_factor();
  select * into appealed from public.moderation_decisions d where d.number = submit_appeal.decision;
  perform private.refuse_if(not (is_affected or is_reporter), 'PT404', 'We could not find this content.');
  perform private.refuse_if(exists (select from private.appeals a where a.decision = submit_appeal.decision and a.user_id = auth.uid()),
    'PT409', 'You have already appealed this decision.');
  -- The author can ask for a restriction to end, a reporter for the removal of content that was kept.
  perform private.refuse_if(not coalesce(is_affected and appealed.action in ('remove', 'remove_all_content', 'warn', 'suspend', 'hold')
    or is_reporter and appealed.action = 'keep', false), 'PT409', 'There is nothing to decide here.');
  perform private.refuse_if(length(written) not between 20 and 2000,
    'check_violation', 'Please explain your appeal in 20 to 2,000 characters.');
  perform private.refuse_if(appealed.decided_at + interval '6 months' < now(),
    'check_violation', 'You can appeal within 6 months of a decision.');
  if revised is not null and not (is_affected and appealed.subject_type = 'review' and private.is_revised_review(revised)) then
    raise exception 'Please check the corrected text: a title of 1 to 100 characters, a text of 10 to 1,000 characters, at most 20 pros and cons.'
      using errcode = 'check_violation';
  end if;
  insert into private.appeals (decision, user_id, statement, revised_content)
    values (submit_appeal.decision, auth.uid(), written, revised)
    returning number into new_number;
  return new_number;
exception when unique_violation then
  raise exception 'You have already appealed this decision.' using errcode = 'PT409';
end $$;
grant execute on function public.submit_appeal to authenticated;
create function public.my_appeals()
returns table (number bigint, decision bigint, status text, created_at timestamptz, resolved_at timestamptz, explanation text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_second_factor();
  return query
    select a.number, a.decision, a.status, a.created_at, a.resolved_at, a.explanation
    from private.appeals a where a.user_id = auth.uid() order by a.number desc;
end $$;
grant execute on function public.my_appeals to authenticated;
create function private.is_revised_review(revised jsonb) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  review record;
begin
  if jsonb_typeof(revised) <> 'object' or exists (
    select from jsonb_object_keys(revised) key where not key in ('title', 'content', 'pros', 'cons'))
  then
    return false;
  end if;
  select * into review from jsonb_to_record(revised) as r (title text, content text, pros text[], cons text[]);
  return coalesce(length(private.trim_text(review.title)), 1) between 1 and 100
    and coalesce(length(private.trim_text(review.content)), 10) between 10 and 1000
    and private.is_tidy_list(coalesce(review.pros, '{}')) and private.is_tidy_list(coalesce(review.cons, '{}'));
exception when others then
  return false;
end $$;
create function public.resolve_appeal(appeal bigint, outcome text, explanation text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  open_appeal private.appeals;
  appealed public.moderation_decisions;
  parties private.decision_parties;
  appealed_id uuid;
  written_explanation constant text := private.trim_text(coalesce(resolve_appeal.explanation, ''));
  second_action text;
  second_reason text;
  second bigint;
begin
  perform private.require_decider();
  select * into open_appeal from private.appeals a where a.number = resolve_appeal.appeal for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  select * into appealed from public.moderation_decisions d where d.number = open_appeal.decision;
  select * into parties from private.decision_parties p where p.decision = open_appeal.decision;
  appealed_id := coalesce(appealed.subject_id, parties.affected_user);
  if open_appeal.status <> 'open' then
    raise exception 'This has already been decided (decision %).',
      coalesce((select max(d.number) from public.moderation_decisions d where d.reverses = appealed.number), appealed.number)
      using errcode = 'PT409';
  end if;
  if open_appeal.user_id = auth.uid() or parties.affected_user = auth.uid()
    or (parties.decided_by = auth.uid() and (open_appeal.created_at > now() - interval '48 hours' or exists (
      select from private.staff s where s.user_id <> auth.uid() and not private.is_suspended(s.user_id))))
  then
    raise exception 'You are involved in this case. Another moderator has to decide it.' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_no_involvement(appealed.subject_type, appealed_id);
  if appealed.subject_type = 'profile' and exists (select from private.staff where user_id = appealed_id) then
    perform private.require_staff('admin');
  end if;
  perform private.refuse_if(resolve_appeal.outcome is null or not resolve_appeal.outcome in ('upheld', 'reversed'),
    'check_violation', 'Please choose whether the decision stays.');
  perform private.refuse_if(length(written_explanation) not between 30 and 2000,
    'check_violation', 'Please explain the decision in 30 to 2,000 characters.');
  if resolve_appeal.outcome = 'reversed' then
    second_action := case
      when appealed.action in ('remove', 'remove_all_content', 'hold') then 'restore'
      when appealed.action = 'suspend' then 'unsuspend'
      when appealed.action = 'keep' then 'remove' end;
    -- Another decision may have done so already, and a warning has no effect to take back.
    if second_action = 'restore' and private.find_removing_decision(appealed.subject_type, appealed_id) is distinct from appealed.number
      or second_action = 'unsuspend' and not exists (select from private.suspensions s where s.decision = appealed.number)
      or second_action = 'remove' and coalesce((select s.is_removed from private.find_subject(appealed.subject_type, appealed_id) s), true)
    then
      second_action := null;
    end if;
    if second_action is not null then
      select r.reason into second_reason from private.reports r
        where r.decision = appealed.number and r.reporter_id = open_appeal.user_id limit 1;
      second := private.decide(appealed.subject_type, appealed_id, second_action,
        coalesce(second_reason, appealed.reason), written_explanation, appealed.legal_basis, null, auth.uid(), 'staff');
      update public.moderation_decisions d set reverses = appealed.number where d.number = second and d.reverses is null;
    end if;
    if open_appeal.revised_content is not null then
      -- The restore recorded the text that the moderator objected to.
      perform private.erase_ledger_salts('review:' || appealed_id);
      update public.reviews r set
        title = coalesce(open_appeal.revised_content ->> 'title', r.title),
        content = coalesce(open_appeal.revised_content ->> 'content', r.content),
        pros = coalesce(revised.pros, r.pros), cons = coalesce(revised.cons, r.cons)
      from jsonb_to_record(open_appeal.revised_content) as revised (pros text[], cons text[])
      where r.id = appealed_id;
      -- The history must not show what the moderator objected to, which earlier versions may have as well.
      perform private.redact_revision(v.review_id, v.number) from public.review_revisions v where v.review_id = appealed_id;
    end if;
  end if;
  update private.appeals a set status = resolve_appeal.outcome, explanation = written_explanation,
      resolved_by = auth.uid(), resolved_at = now()
    where a.number = open_appeal.number;
  update public.moderation_decisions d set appeal_outcome = resolve_appeal.outcome where d.number = appealed.number;
  perform private.queue_email('appeal_resolved', jsonb_build_object('decision', coalesce(second, appealed.number),
      'appealed', appealed.number, 'subject_type', appealed.subject_type, 'outcome', resolve_appeal.outcome, 'reason', coalesce(second_reason, appealed.reason),
      'explanation', written_explanation),
    open_appeal.user_id);
  perform private.notify(array[open_appeal.user_id], 'appeal', appealed.subject_type, appealed_id,
    jsonb_build_object('decision', coalesce(second, appealed.number), 'appealed', appealed.number, 'outcome', resolve_appeal.outcome));
end $$;
grant execute on function public.resolve_appeal to authenticated;
create function public.purge_closed_reports(as_of timestamptz default now()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  cutoff constant timestamptz := coalesce(as_of, now()) - interval '12 months';
begin
  update private.reports r set snapshot = null, details = null, reporter_name = null, reporter_email = null
    where r.status <> 'open' and r.closed_at < cutoff
      and (r.snapshot is not null or r.details is not null or r.reporter_name is not null or r.reporter_email is not null)
      and not exists (select from private.appeals a where a.decision = r.decision
        and (a.status = 'open' or a.resolved_at >= cutoff));
  update private.appeals a set statement = null, revised_content = null
    where a.status <> 'open' and a.resolved_at < cutoff and (a.statement is not null or a.revised_content is not null);
  delete from private.removed_content removed
    using public.moderation_decisions d
    where d.number = removed.decision and d.decided_at < cutoff
      and not exists (select from private.appeals a where a.decision = d.number and a.status = 'open');
  -- What it removed is purged as well.
  delete from private.tool_merges m using public.moderation_decisions d where d.number = m.decision and d.decided_at < cutoff;
  delete from private.email_queue where sent_at < coalesce(as_of, now()) - interval '30 days' or due_at < cutoff
    or kind = 'account' and due_at < coalesce(as_of, now()) - interval '1 day';
  delete from private.invitations where used_by is null and expires_at < coalesce(as_of, now()) - interval '30 days';
  delete from public.notifications where created_at < cutoff;
  delete from private.deleted_reviews where deleted_at < coalesce(as_of, now()) - interval '1 year';
  delete from private.daily_usage where day < (coalesce(as_of, now()) at time zone 'utc')::date - 30;
end $$;
grant execute on function public.purge_closed_reports to service_role;
create table private.daily_runs (
  job text primary key,
  day date not null
);
call private.secure_table('private.daily_runs');
create function public.run_daily_jobs() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- A second process waits here, and then finds the day.
  insert into private.daily_runs as run (job, day) values ('purge_closed_reports', (now() at time zone 'utc')::date)
    on conflict (job) do update set day = excluded.day where run.day < excluded.day;
  if not found then
    return false;
  end if;
  perform public.purge_closed_reports();
  return true;
end $$;
grant execute on function public.run_daily_jobs to service_role;
create function private.refuse_suspended() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The table is small and mostly empty: the function runs for its rows alone.
  if exists (select from private.suspensions where user_id = auth.uid()) then
    perform private.require_no_suspension();
  end if;
  return null;
end $$;
create function private.limit_daily_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_daily_use(tg_argv[0], coalesce(
    (select value from private.site_settings where key = tg_argv[1]), private.get_default_settings() -> tg_argv[1])::integer);
  return new;
end $$;
create procedure private.guard_member_table(target regclass, kind text default null, is_for_suspended boolean default false)
language plpgsql set search_path = '' as $$
begin
  call private.require_factor_to_write(target);
  -- PostgreSQL fires triggers in the order of their names. This one has the first name among the triggers before a
  -- row, so that the others do no work for rows above the limit.
  execute format($trigger$create trigger check_row_limit before insert or update or delete on %s
    for each row when (current_user = 'authenticated') execute function private.check_row_limit()$trigger$, target);
  if not is_for_suspended then
    execute format($trigger$create trigger check_suspension before insert or update on %s
      for each statement when (current_user = 'authenticated') execute function private.refuse_suspended()$trigger$, target);
  end if;
  if kind is not null then
    execute format($trigger$create trigger limit_daily before insert on %s for each row when (current_user = 'authenticated')
      execute function private.limit_daily_posts(%L, %L)$trigger$, target, kind, 'daily_limit_' || kind);
  end if;
end $$;
call private.guard_member_table('public.audit_logs', is_for_suspended => true);
call private.guard_member_table('public.companies');
call private.guard_member_table('public.company_follows', 'follows');
call private.guard_member_table('public.company_members');
call private.guard_member_table('public.launch_upvotes', 'votes');
call private.guard_member_table('public.review_helpful_votes', 'votes');
call private.guard_member_table('public.reviews', 'reviews');
call private.guard_member_table('public.tools', 'tools');
call private.guard_member_table('public.user_follows', 'follows');
call private.guard_member_table('private.launches', 'launches');
create trigger check_suspension_of_removal after delete on public.company_members for each row
  when (current_user = 'authenticated' and old.user_id is distinct from auth.uid())
  execute function private.refuse_suspended();
create function private.check_suspension() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_no_suspension();
  return true;
end $$;
grant execute on function private.check_suspension to anon, authenticated, service_role;
create policy check_suspension_insert on storage.objects as restrictive for insert to authenticated
  with check ((select private.check_suspension()));
create policy check_suspension_update on storage.objects as restrictive for update to authenticated
  using ((select private.check_suspension()));
create function private.fold_for_filter(value text) returns text
language sql immutable set search_path = '' as $$
  select btrim(regexp_replace(lower(normalize(private.strip_invisible(value), NFKC)),
    '\s+', ' ', 'g'))
$$;
create function private.matches_word_filter(written text, wanted_action text, filter jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from jsonb_array_elements(filter) entry
    where entry ->> 'action' = wanted_action and strpos(private.fold_for_filter(written), private.fold_for_filter(entry ->> 'text')) > 0)
$$;
create function private.join_texts(row_data jsonb, columns text[]) returns text
language sql immutable set search_path = '' as $$
  select string_agg(case when jsonb_typeof(row_data -> name) = 'array'
      then (select string_agg(entry, E'\x1f') from jsonb_array_elements_text(row_data -> name) as entry)
      else row_data ->> name end, E'\x1f')
  from unnest(columns) as name
$$;
create function private.refuse_filtered_text() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  filter constant jsonb := (select value from private.site_settings where key = 'word_filter');
begin
  perform private.refuse_if(filter is not null and private.matches_word_filter(private.join_texts(to_jsonb(new), tg_argv), 'reject', filter),
    'check_violation', 'We can''t publish this text as it is. If you think this is a mistake, please contact us.');
  return new;
end $$;
create trigger check_text before insert or update on public.reviews for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('title', 'content', 'pros', 'cons', 'used_version');
create trigger check_text before insert or update on public.tools for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('name', 'description', 'category', 'aliases');
create trigger check_text before insert or update on private.launches for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('tagline', 'description');
create trigger check_text before insert or update on public.companies for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('name', 'description');
create function private.check_profile_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'authenticated' or old.user_id is distinct from auth.uid() then
    return new;
  end if;
  if (old.username, old.first_name, old.last_name, old.bio, old.avatar_url, old.job_title, old.company_name, old.account_type)
    is distinct from
    (new.username, new.first_name, new.last_name, new.bio, new.avatar_url, new.job_title, new.company_name, new.account_type)
  then
    perform private.require_no_suspension();
    perform private.refuse_if(private.matches_word_filter(concat_ws(E'\x1f', new.username, new.first_name, new.last_name, new.bio, new.job_title,
      new.company_name), 'reject', private.get_setting('word_filter')),
      'check_violation', 'We can''t publish this text as it is. If you think this is a mistake, please contact us.');
  end if;
  return new;
end $$;
create trigger check_text instead of update on public.profiles
  for each row execute function private.check_profile_update();
create function private.refuse_review_after_removal() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action, t.name into earlier
    from private.removed_content removed
    join public.moderation_decisions d on d.number = removed.decision
    join public.tools t on t.id = new.tool_id
    where removed.owner_id = new.user_id and removed.table_name = 'public.reviews'
      and removed.row_data ->> 'tool_id' = new.tool_id::text
      -- An older review that a merge removed is no decision against the author.
      and not exists (select from private.merged_rows m where m.removed_by = d.number)
    limit 1;
  if found then
    raise exception '%', case when earlier.action = 'hold' then format('Your review of %s is waiting for approval.', earlier.name)
        else format('We removed your review of %s (decision %s). You can appeal and add a corrected text.', earlier.name, earlier.number)
      end using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_review_after_removal before insert on public.reviews for each row
  when (current_user = 'authenticated') execute function private.refuse_review_after_removal();
create function private.refuse_removed_tool() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier record;
begin
  select d.number, d.action into earlier from public.moderation_decisions d
    where d.number = greatest(private.find_removing_decision_by_name(new.name),
      private.find_removing_decision_by_website(new.website_key));
  if earlier.action = 'merge' then
    raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = 'tools_website_key';
  elsif found then
    raise exception '%', case when earlier.action = 'hold' then 'This tool is waiting for approval.'
      else format('This tool was removed by a moderator (decision %s).', earlier.number) end
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_removed_tool before insert on public.tools for each row
  when (current_user = 'authenticated') execute function private.refuse_removed_tool();
create function private.hold_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member constant uuid := auth.uid();
  settings jsonb;
  is_new_account boolean;
  visible_posts integer;
  post record;
  decision bigint;
begin
  select private.get_default_settings() || coalesce(jsonb_object_agg(key, value), '{}') into settings from private.site_settings;
  -- The defaults, with which nothing but a decision about the tool holds a review.
  if settings -> 'premoderate_first_posts' = '0' and settings -> 'premoderate_links' = 'false'
    and not settings -> 'word_filter' @> '[{"action": "hold"}]'
    and (tg_argv[0] <> 'review' or tg_op <> 'INSERT' or not exists (
      select from public.moderation_decisions where action = 'premoderate_reviews' and expires_at > now()))
  then
    return null;
  end if;
  if private.is_staff('moderator') or exists (select from private.premoderation_exemptions where user_id = member) then
    return null;
  end if;
  is_new_account := (select created_at from private.profiles where user_id = member)
    > now() - make_interval(hours => (settings -> 'new_account_hours')::integer);
  visible_posts := (select count(*) from public.reviews where user_id = member and id not in (select id from new_rows))
    + (select count(*) from public.tools where submitted_by = member and id not in (select id from new_rows))
    + (select count(*) from private.launches where user_id = member and not is_draft and id not in (select id from new_rows));
  -- A draft is a new post when it is published.
  for post in execute format($query$
      select to_jsonb(n) as data, private.join_texts(to_jsonb(n), $1) as written, %s as is_new
      from new_rows n where not to_jsonb(n) @> '{"is_draft": true}'$query$,
    case when tg_op = 'INSERT' then 'true'
      else $published$exists (select from old_rows o where o.id = n.id and to_jsonb(o) @> '{"is_draft": true}')$published$ end)
    using tg_argv[1:]
  loop
    if (post.is_new and visible_posts < (settings -> 'premoderate_first_posts')::integer)
      or (post.is_new and tg_argv[0] = 'review' and private.is_premoderated((post.data ->> 'tool_id')::uuid))
      or (settings -> 'premoderate_links' = 'true' and is_new_account and private.fold_for_filter(post.written) ~ '([a-z]://|\mwww\.)')
      or private.matches_word_filter(post.written, 'hold', settings -> 'word_filter')
    then
      decision := private.record_decision(tg_argv[0], (post.data ->> 'id')::uuid, 'hold', 'premoderation', null, null, null, 'rule', null);
      perform private.remove_content(decision, tg_argv[0], (post.data ->> 'id')::uuid, moved_as => 'hold');
    elsif post.is_new then
      visible_posts := visible_posts + 1;
    end if;
  end loop;
  return null;
end $$;
create trigger hold_new_posts after insert on public.reviews referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('review', 'title', 'content', 'pros', 'cons', 'used_version');
create trigger hold_changed_posts after update on public.reviews
  referencing old table as old_rows new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('review', 'title', 'content', 'pros', 'cons', 'used_version');
create trigger hold_new_posts after insert on public.tools referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('tool', 'name', 'description', 'aliases');
create trigger hold_new_posts after insert on private.launches referencing new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('launch', 'tagline', 'description');
create trigger hold_changed_posts after update on private.launches
  referencing old table as old_rows new table as new_rows for each statement
  when (current_user = 'authenticated') execute function private.hold_posts('launch', 'tagline', 'description');
create function public.admin_overview() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('admin');
  return jsonb_build_object(
    'open_reports', (select count(*) from private.reports where status = 'open'),
    'oldest_report_at', (select min(created_at) from private.reports where status = 'open'),
    'pending_posts', (select count(*) from public.moderation_decisions d where d.action = 'hold'
      and exists (select from private.removed_content removed where removed.decision = d.number)),
    'failed_emails', (select count(*) from private.email_queue where sent_at is null and attempts >= 4));
end $$;
grant execute on function public.admin_overview to authenticated;
create function public.failed_emails()
returns table (id bigint, kind text, address text, last_error text, due_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('admin');
  return query
    select q.id, q.kind, coalesce(q.address, u.email::text), q.last_error, q.due_at
    from private.email_queue q left join auth.users u on u.id = q.user_id
    where q.sent_at is null and q.attempts >= 4
    order by q.id desc limit 24;
end $$;
grant execute on function public.failed_emails to authenticated;
create table private.picture_moves (
  id bigint generated by default as identity primary key,
  bucket_id text not null,
  name text not null,
  due_at timestamptz not null default now()
);
create index picture_moves_due_idx on private.picture_moves (due_at);
call private.secure_internal_table('private.picture_moves');
create function private.find_picture_place(bucket text, picture text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  folder constant text := split_part(picture, '/', 1);
  owner constant uuid := case when folder ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then folder::uuid end;
  marker constant text := '/storage/v1/object/public/' || bucket || '/';
begin
  return case
    when bucket = 'avatars' and exists (select from private.profiles p
        where p.user_id = owner and split_part(p.avatar_url, marker, 2) = picture)
      or bucket = 'logos' and exists (select from public.companies c
        where c.id = owner and split_part(c.logo_url, marker, 2) = picture)
      or bucket = 'launches' and exists (select from private.launches l
        where l.user_id = owner and l.pictures @> array['uploaded/' || picture])
    then 'visible'
    when bucket in ('avatars', 'logos') and exists (select from private.removed_content removed
        where removed.row_id = owner and removed.table_name in ('private.profiles', 'public.companies')
          and split_part(coalesce(removed.row_data ->> 'avatar_url', removed.row_data ->> 'logo_url'), marker, 2) = picture)
      or bucket = 'launches' and exists (select from private.removed_content removed
        where removed.owner_id = owner and removed.table_name = 'private.launches'
          and removed.row_data -> 'pictures' ? ('uploaded/' || picture))
    then 'removed'
    else 'deleted' end;
end $$;
create function private.queue_picture_moves() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  removed private.removed_content;
begin
  if tg_op = 'DELETE' then removed := old; else removed := new; end if;
  insert into private.picture_moves (bucket_id, name)
    select moved.bucket, moved.picture from (
      select 'avatars' as bucket, split_part(removed.row_data ->> 'avatar_url', '/storage/v1/object/public/avatars/', 2) as picture
      union all
      select 'logos', split_part(removed.row_data ->> 'logo_url', '/storage/v1/object/public/logos/', 2)
      union all
      select 'launches', substr(entry, length('uploaded/') + 1)
        from jsonb_array_elements_text(coalesce(removed.row_data -> 'pictures', '[]')) as entry
        where starts_with(entry, 'uploaded/')
    ) moved where moved.picture <> '';
  perform pg_notify('jobs', '');
  return null;
end $$;
create trigger queue_picture_moves_on_removal after insert on private.removed_content for each row
  when (new.table_name in ('private.profiles', 'public.companies', 'private.launches'))
  execute function private.queue_picture_moves();
create trigger queue_picture_moves_on_end after delete on private.removed_content for each row
  when (old.table_name in ('private.profiles', 'public.companies', 'private.launches'))
  execute function private.queue_picture_moves();
create function private.queue_folder_moves() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  folder constant text := to_jsonb(old) ->> tg_argv[0];
begin
  insert into private.picture_moves (bucket_id, name)
    select o.bucket_id, o.name from storage.objects o
      where o.bucket_id = any (tg_argv[1:]) and starts_with(o.name, folder || '/')
    union
    select split_part(o.name, '/', 1), substr(o.name, strpos(o.name, '/') + 1) from storage.objects o
      where o.bucket_id = 'removed' and split_part(o.name, '/', 1) = any (tg_argv[1:]) and split_part(o.name, '/', 2) = folder;
  perform pg_notify('jobs', '');
  return null;
end $$;
create trigger queue_folder_moves after delete on private.profiles
  for each row execute function private.queue_folder_moves('user_id', 'avatars', 'launches');
create trigger queue_folder_moves after delete on public.companies
  for each row execute function private.queue_folder_moves('id', 'logos');
create function public.claim_picture_moves(n integer)
returns table (id bigint, bucket_id text, name text, place text)
language sql security definer set search_path = '' as $$
  with claimed as (
    update private.picture_moves m set due_at = now() + interval '1 minute'
    -- An array, as in public.claim_emails.
    where m.id = any (array(
      select due.id from private.picture_moves due where due.due_at <= now()
      order by due.due_at, due.id limit least(greatest(n, 0), 100) for update skip locked))
    returning m.id, m.bucket_id, m.name
  )
  select c.id, c.bucket_id, c.name, private.find_picture_place(c.bucket_id, c.name) from claimed c order by c.id
$$;
grant execute on function public.claim_picture_moves to service_role;
create function public.complete_picture_move(id bigint, place text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.picture_moves m where m.id = complete_picture_move.id
    and private.find_picture_place(m.bucket_id, m.name) = complete_picture_move.place;
  update private.picture_moves m set due_at = now() where m.id = complete_picture_move.id;
end $$;
grant execute on function public.complete_picture_move to service_role;
create table public.review_revisions (
  review_id uuid not null references public.reviews (id) on delete cascade,
  number integer not null,
  -- All of these are null in a version that its author has redacted.
  rating smallint,
  title text,
  content text,
  pros text[],
  cons text[],
  used_version text,
  used_plan text,
  used_from date,
  used_until date,
  relationship text,
  incentive text,
  used_for text[],
  written_at timestamptz not null,
  redacted_at timestamptz,
  primary key (review_id, number)
);
call private.secure_public_table('public.review_revisions');
call private.announce_table('public.review_revisions', 'review:review_id');
create function private.revise_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A relationship that the site finds is no change by the author.
  if private.get_content_move() = 'label' then
    return new;
  end if;
  if greatest(old.created_at, old.edited_at) > now() - interval '5 minutes' and not exists (
    select from public.review_helpful_votes v where v.review_id = old.id and v.revision = old.revision)
    and not exists (select from public.review_replies p where p.review_id = old.id and p.review_revision = old.revision)
  then
    return new;
  end if;
  insert into public.review_revisions (review_id, number, rating, title, content, pros, cons, used_version, used_plan, used_from,
      used_until, relationship, incentive, used_for, written_at)
    values (old.id, old.revision, old.rating, old.title, old.content, old.pros, old.cons, old.used_version, old.used_plan,
      old.used_from, old.used_until, old.relationship, old.incentive, old.used_for, coalesce(old.edited_at, old.created_at));
  new.revision := old.revision + 1;
  new.edited_at := now();
  return new;
end $$;
call private.add_update_trigger('public.reviews', 'revise_review',
  '{rating,title,content,pros,cons,used_version,used_plan,used_from,used_until,relationship,incentive,used_for}',
  'revise_review()', 'before');
create function private.set_voted_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.get_content_move() <> 'restore' then
    new.revision := coalesce((select r.revision from public.reviews r where r.id = new.review_id), 1);
  end if;
  return new;
end $$;
create trigger set_voted_revision before insert on public.review_helpful_votes
  for each row execute function private.set_voted_revision();
create function public.review_votes_by_revision(review uuid) returns table (revision integer, votes bigint)
language sql stable security definer set search_path = '' as $$
  select v.revision, count(*) from public.review_helpful_votes v
  where v.review_id = review group by v.revision order by v.revision
$$;
grant execute on function public.review_votes_by_revision to anon, authenticated, service_role;
create function private.redact_revision(wanted uuid, wanted_number integer) returns void
language sql security definer set search_path = '' as $$
  update public.review_revisions set rating = null, title = null, content = null, pros = null, cons = null, used_version = null,
      used_plan = null, used_from = null, used_until = null, relationship = null, incentive = null,
      used_for = null, redacted_at = now()
    where review_id = wanted and number = wanted_number and redacted_at is null
$$;
create function public.redact_revision(review uuid, number integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  author uuid;
begin
  perform private.require_second_factor();
  select r.user_id into author from public.reviews r
    join public.review_revisions v on v.review_id = r.id and v.number = redact_revision.number
    where r.id = redact_revision.review;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.refuse_if(author is distinct from auth.uid(), 'insufficient_privilege', 'Only the author can do this.');
  perform private.redact_revision(redact_revision.review, redact_revision.number);
end $$;
grant execute on function public.redact_revision to authenticated;
create table private.deleted_reviews (
  tool_id uuid not null references public.tools (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  first_published_on date not null,
  -- The relationship to the maker, if the site had found it.
  found_relationship text,
  deleted_at timestamptz not null default now(),
  primary key (tool_id, user_id)
);
create index deleted_reviews_user_id_idx on private.deleted_reviews (user_id);
call private.secure_internal_table('private.deleted_reviews');
create function private.remember_deleted_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.user_id = auth.uid() and private.get_content_move() = '' then
    insert into private.deleted_reviews (tool_id, user_id, first_published_on, found_relationship)
    select t.id, old.user_id, coalesce(old.first_published_on, (old.created_at at time zone 'utc')::date),
      case when old.is_relationship_found then old.relationship end
    from public.tools t where t.id = old.tool_id
    on conflict (tool_id, user_id) do update set first_published_on = excluded.first_published_on,
      found_relationship = excluded.found_relationship, deleted_at = excluded.deleted_at;
  end if;
  return null;
end $$;
create trigger remember_deleted_review after delete on public.reviews
  for each row when (old.user_id is not null) execute function private.remember_deleted_review();
create function private.set_first_published() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  deleted record;
begin
  if private.get_content_move() <> 'restore' then
    select * into deleted from private.deleted_reviews d
      where d.tool_id = new.tool_id and d.user_id = new.user_id and d.deleted_at > now() - interval '1 year';
    new.first_published_on := deleted.first_published_on;
    if deleted.found_relationship is not null and not new.is_relationship_found then
      new.relationship := deleted.found_relationship;
      new.is_relationship_found := true;
    end if;
  end if;
  return new;
end $$;
create trigger set_first_published before insert on public.reviews
  for each row execute function private.set_first_published();
create function public.tool_rating_estimate(tool uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  rated record;
  excluded record;
begin
  select t.review_count, e.* into rated from public.tools t, private.estimate_rating(t.rating_counts) e
    where t.id = tool_rating_estimate.tool;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  select count(*) filter (where coalesce(r.relationship, 'none') <> 'none') as relationship,
      count(*) filter (where coalesce(r.relationship, 'none') = 'none') as incentive
    into excluded from public.reviews r
    where r.tool_id = tool_rating_estimate.tool and (r.relationship <> 'none' or r.incentive <> 'none');
  return jsonb_build_object('reviews', rated.review_count, 'counted', rated.counted)
    || case when rated.counted > 0 then jsonb_build_object('mean', round(rated.mean::numeric, 4),
        'low', round((rated.mean - 1.96 * sqrt(rated.variance))::numeric, 4),
        'high', round(least(5, rated.mean + 1.96 * sqrt(rated.variance))::numeric, 4))
      else '{"mean": null, "low": null, "high": null}' end
    || jsonb_build_object('excluded', to_jsonb(excluded));
end $$;
create function public.tool_evidence(tools uuid[])
returns table (id uuid, reviews integer, counted integer, average numeric, low numeric, high numeric)
language sql stable set search_path = '' as $$
  select t.id, f.reviews, f.counted, f.average, f.low, f.high
  from public.tools t, jsonb_to_record(public.tool_rating_estimate(t.id) || public.tool_figures(t.id))
    as f (reviews integer, counted integer, average numeric, low numeric, high numeric)
  where t.id = any (tool_evidence.tools[1:25])
$$;
create function private.normal_cdf(x double precision) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when x >= 0 then 1 - tail else tail end
  from (select 1 / (1 + 0.2316419 * abs(x)) as t) scaled,
    lateral (select exp(-x * x / 2) / sqrt(2 * pi()) * t * (0.319381530 + t * (-0.356563782
      + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429)))) as tail) approximated
$$;
create function public.compare_probabilities(slugs text[])
returns table (a text, b text, probability numeric, too_few boolean)
language sql stable security definer set search_path = '' as $$
  with compared as (
    select wanted.place, t.slug, e.*
    from unnest(slugs[1:8]) with ordinality as wanted (slug, place)
    join public.tools t on t.slug = wanted.slug, private.estimate_rating(t.rating_counts) e
  ), pairs as (
    select one.place, other.place as other_place, one.slug as a, other.slug as b,
      least(one.counted, other.counted) < 10 as too_few,
      (other.mean - one.mean) / sqrt(one.variance + other.variance) as x,
      (one.third_moment - other.third_moment) / (one.variance + other.variance) ^ 1.5 as g
    from compared one join compared other on other.place > one.place and other.slug <> one.slug
  )
  select p.a, p.b, round(least(1, greatest(0, 1 - private.normal_cdf(p.x)
      + exp(-p.x * p.x / 2) / sqrt(2 * pi()) * p.g * (p.x * p.x - 1) / 6))::numeric, 4), p.too_few
  from pairs p order by p.place, p.other_place
$$;
create function private.build_rank_terms(kind text, sort_key text) returns text
language sql immutable set search_path = '' as $$
  select case kind
    when 'names' then $terms$'[]'::jsonb$terms$
    when 'upvotes' then $terms$jsonb_build_array(jsonb_build_object('name', 'Upvotes', 'value', t.upvotes_count))$terms$
    when 'reviews' then $terms$jsonb_build_array(jsonb_build_object('name', 'Reviews', 'value', t.review_count))$terms$
    when 'alternatives' then $terms$jsonb_build_array(
      jsonb_build_object('name', 'Shared capabilities, weighted by rarity', 'value', t.shared),
      jsonb_build_object('name', 'Adjusted rating, divided by 100,000', 'value', coalesce(t.adjusted_rating, 0) / 100000))$terms$
    when 'relevance' then $terms$jsonb_build_array(
      jsonb_build_object('name', 'Place among the alternatives', 'value', round(t.place_score::numeric, 6)),
      jsonb_build_object('name', 'Match of the name', 'value', round(t.name_score::numeric, 6)),
      jsonb_build_object('name', 'All words match', 'value', round(t.all_score::numeric, 6)),
      jsonb_build_object('name', 'Facts of the search', 'value', round(t.facts_score::numeric, 6)),
      jsonb_build_object('name', 'Match of names, capabilities, categories and description', 'value', round(t.text_score::numeric, 6)),
      jsonb_build_object('name', 'Average rating, divided by 50', 'value', round(t.rating_score::numeric, 6)),
      jsonb_build_object('name', 'Logarithm of its reviews, divided by 50', 'value', round(t.reviews_score::numeric, 6)))$terms$
    when 'adjusted' then $terms$case when t.adjusted_rating is null
        then jsonb_build_array(jsonb_build_object('name', 'No counted review', 'value', 0))
      else (select jsonb_build_array(
          jsonb_build_object('name', 'Mean of its counted ratings and one of each star', 'value', round(e.mean::numeric, 6)),
          jsonb_build_object('name', 'Uncertainty', 'value', round((-1.96 * sqrt(e.variance))::numeric, 6)))
        from private.estimate_rating(t.rating_counts) e) end$terms$
    when 'rating' then format($terms$case when t.review_count = 0
        then jsonb_build_array(jsonb_build_object('name', 'Not rated', 'value', %s))
      else (select jsonb_agg(jsonb_build_object('name', term.name, 'value', term.value) order by term.place)
        from (
          select m.rating as place, m.rating || case when m.rating = 1 then ' star × ' else ' stars × ' end
              || sum(m.counted) || ' of ' || t.review_count || ' reviews' as name,
            round(m.rating * sum(m.counted)::numeric / t.review_count, 6) as value
          from private.tool_review_days m where m.tool_id = t.id group by m.rating having sum(m.counted) > 0
          union all
          select 9, 'Rounding', round(t.rating_average - t.rating_sum::numeric / t.review_count, 6)
        ) term) end$terms$, sort_key)
  end
$$;
create function public.explain_rank(list text, subject uuid, sort text default null, query text default '',
  in_category text default null, min_rating numeric default 0, alternatives_of uuid default null, pricing text default null,
  platform text default null, license text default null, capability text default null)
returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  max_rank constant integer := 600;
  tools_list record;
  compared public.tools;
  first_tools tid[] := '{}';
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
          where not l.is_draft and l.launch_date = (select launch_date from private.launches where id = %L)) t', explain_rank.subject);
      sort_key := 't.upvotes_count';
      list_order := 't.upvotes_count desc, t.id desc';
      kind := 'upvotes';
    when 'featured' then
      list_filter := private.build_featured_filter();
      sort_key := 'coalesce(t.rating_average, 0)';
      list_order := private.build_featured_order();
      kind := 'rating';
    when 'alternatives' then
      select * into compared from public.tools t where t.id = explain_rank.alternatives_of;
      perform private.refuse_if(compared.id is null, 'PT404', 'We could not find this content.');
      source := format('(select t.*, coalesce(s.shared, 0) as shared from public.tools t left join (%s) s on s.tool_id = t.id
        where (s.shared is not null or t.categories && %L::text[] and t.review_count > 0) and t.id <> %L) t',
        private.build_shared_capabilities(compared.id), compared.categories, compared.id);
      sort_key := '(t.shared + coalesce(t.adjusted_rating, 0) / 100000)';
      list_order := 't.shared desc, ' || private.build_alternatives_order();
      kind := 'alternatives';
    when 'tools' then
      select * into tools_list from private.build_tool_list(explain_rank.query, explain_rank.in_category,
        explain_rank.min_rating, explain_rank.sort,
        private.build_wanted_facets(explain_rank.pricing, explain_rank.platform, explain_rank.license), explain_rank.capability);
      source := tools_list.source;
      first_tools := tools_list.first_tools;
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
    into result using first_tools, explain_rank.subject;
  if result -> 'rank' = 'null' and not (case when explain_rank.list = 'launches'
    then exists (select from private.launches where id = explain_rank.subject and not is_draft)
    else exists (select from public.tools where id = explain_rank.subject) end)
  then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
  return result;
end $$;
create function public.function_source(name text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  definition text;
begin
  select string_agg(pg_catalog.pg_get_functiondef(p.oid), E'\n' order by p.oid) into definition
    from pg_catalog.pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.proname = function_source.name
      and has_function_privilege('anon', p.oid, 'execute');
  perform private.refuse_if(definition is null, 'PT404', 'We could not find this content.');
  return definition;
end $$;
grant execute on function public.tool_rating_estimate, public.tool_evidence, public.compare_probabilities, public.explain_rank,
  public.function_source to anon, authenticated, service_role;
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
  -- Whether its author acted for the maker of the tool (39_makers.sql).
  as_maker boolean not null default false,
  -- Of a moderator who declined it.
  reason text constraint tool_edits_reason_length check (length(reason) between 1 and 1000),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  constraint tool_edits_number_key unique (tool_id, number),
  constraint tool_edits_accepted_number check ((status = 'accepted') = (number is not null))
);
create index tool_edits_open_idx on public.tool_edits (created_at, id) where status = 'open';
create index tool_edits_suggested_by_idx on public.tool_edits (suggested_by, tool_id);
call private.secure_table('public.tool_edits');
create policy anyone_select_accepted on public.tool_edits for select using (status = 'accepted');
create policy owner_select on public.tool_edits for select to authenticated using (suggested_by = (select auth.uid()));
create policy staff_select on public.tool_edits for select to authenticated
  using ((select private.is_staff('moderator') and private.has_required_factor()));
grant select on public.tool_edits to anon, authenticated;
call private.announce_table('public.tool_edits', 'tool-edits:tool_id');
create function private.delete_suggestions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tool_edits where suggested_by = old.user_id and status <> 'accepted';
  return old;
end $$;
create trigger delete_suggestions before delete on private.profiles
  for each row execute function private.delete_suggestions();
create function private.get_tool_values(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', t.name, 'description', t.description, 'category', t.category, 'website_url', t.website_url,
      'logo_url', t.logo_url, 'aliases', nullif(to_jsonb(t.aliases), '[]'), 'capabilities', (select jsonb_agg(l.capability order by l.capability)
        from public.tool_capabilities l where l.tool_id = t.id), 'pricing_model', f.pricing_model, 'price_from', f.price_from, 'price_currency', f.price_currency,
      'price_period', f.price_period, 'price_checked_on', f.price_checked_on, 'price_source_url', f.price_source_url,
      'platforms', f.platforms, 'license', f.license, 'repository_url', f.repository_url, 'latest_version', f.latest_version,
      'latest_version_on', f.latest_version_on, 'discontinued_on', f.discontinued_on, 'successor_id', f.successor_id)
  from public.tools t left join public.tool_facts f on f.tool_id = t.id where t.id = get_tool_values.tool
$$;
create function private.get_tool_field_value(tool uuid, field text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select private.get_tool_values(get_tool_field_value.tool) -> get_tool_field_value.field
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
  if field in ('aliases', 'capabilities') and jsonb_typeof(value) = 'array' then
    return coalesce(nullif(to_jsonb(case field when 'aliases' then private.clean_aliases(array(select jsonb_array_elements_text(value)))
      else array(select distinct lower(btrim(slug)) from jsonb_array_elements_text(value) as slug order by 1) end), '[]'), 'null');
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
  if jsonb_typeof(cleaned) <> (case when field in ('platforms', 'aliases', 'capabilities') then 'array' when field = 'price_from' then 'number' else 'string' end) then
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
  if field = 'capabilities' then
    return case when jsonb_array_length(cleaned) > 20 then 'A tool can have at most 20 capabilities.'
      else (select format('There is no capability %s.', left(wanted.value, 60)) from jsonb_array_elements_text(cleaned) as wanted
        where not exists (select from public.capabilities c where c.slug = wanted.value) order by wanted.value limit 1) end;
  end if;
  return case field
    when 'aliases' then null
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
create function private.read_texts(texts jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(select jsonb_array_elements_text(case jsonb_typeof(texts) when 'array' then texts else '[]' end))
$$;
create function private.set_tool_capabilities(tool uuid, slugs text[]) returns void
language sql set search_path = '' as $$
  delete from public.tool_capabilities l where l.tool_id = set_tool_capabilities.tool and l.capability <> all (slugs);
  insert into public.tool_capabilities (tool_id, capability) select set_tool_capabilities.tool, slug from unnest(slugs) as slug
    on conflict do nothing;
$$;
create function private.check_tool_changes(tool uuid, changes jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  present constant jsonb := private.get_tool_values(check_tool_changes.tool);
  cleaned jsonb;
  next_values jsonb;
  problem text;
begin
  perform private.refuse_if(present is null, 'PT404', 'We could not find this content.');
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
    perform private.refuse_if(exists (select from jsonb_each(changes) where private.clean_tool_value(key, value -> 0) <> present -> key),
      'PT409', 'This has changed in the meantime. Please check it again.');
    cleaned := private.clean_tool_changes(changes);
    select present || coalesce(jsonb_object_agg(key, value -> 1), '{}') into next_values from jsonb_each(cleaned);
    problem := coalesce(private.check_tool_values(next_values),
      case when cleaned ? 'aliases' then private.check_aliases(check_tool_changes.tool, private.read_texts(next_values -> 'aliases')) end,
      case when next_values ->> 'successor_id' = check_tool_changes.tool::text then 'A tool can''t be its own successor.' end,
      (select 'Already listed: ' || t.name from public.tools t
        where cleaned ? 'website_url' and t.website_key = private.normalize_website(next_values ->> 'website_url')
          and t.id <> check_tool_changes.tool));
  end if;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
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
  select private.get_tool_values(apply_tool_changes.tool) || coalesce(jsonb_object_agg(key, value -> 1), '{}') into next_values
    from jsonb_each(cleaned);
  if cleaned ? 'website_url' then
    select max(removed.decision) into removed_by from private.removed_content removed
      where removed.table_name = 'public.tools'
        and removed.row_data ->> 'website_key' = private.normalize_website(next_values ->> 'website_url');
    if removed_by is not null then
      raise exception 'This tool was removed by a moderator (decision %).', removed_by using errcode = 'insufficient_privilege';
    end if;
  end if;
  if cleaned ? 'capabilities' then
    perform private.set_tool_capabilities(apply_tool_changes.tool, private.read_texts(next_values -> 'capabilities'));
  end if;
  if cleaned ?| '{name,description,category,website_url,logo_url,aliases}' then
    update public.tools t set name = v.name, description = v.description, category = v.category, website_url = v.website_url,
        logo_url = v.logo_url, aliases = private.read_texts(next_values -> 'aliases')
      from jsonb_to_record(next_values) as v (name text, description text, category text, website_url text, logo_url text)
      where t.id = apply_tool_changes.tool;
  end if;
  if cleaned - '{name,description,category,website_url,logo_url,aliases,capabilities}'::text[] <> '{}' then
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
create function private.get_next_edit_number(tool uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(max(e.number), 0) + 1 from public.tool_edits e where e.tool_id = get_next_edit_number.tool
$$;
create function private.record_tool_edit(tool uuid, changes jsonb, source_url text, note text, suggested_by uuid,
  as_maker boolean default false) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  new_id uuid;
begin
  perform from public.tools t where t.id = record_tool_edit.tool for update;
  insert into public.tool_edits (tool_id, number, changes, source_url, note, suggested_by, as_maker, status, decided_at)
    values (record_tool_edit.tool, private.get_next_edit_number(record_tool_edit.tool),
      private.clean_tool_changes(record_tool_edit.changes), record_tool_edit.source_url, coalesce(record_tool_edit.note, ''),
      record_tool_edit.suggested_by, record_tool_edit.as_maker, 'accepted', now())
    returning id into new_id;
  return new_id;
end $$;
create function public.suggest_tool_edit(tool uuid, changes jsonb, source_url text, note text default '') returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  cleaned jsonb;
  source constant text := nullif(private.trim_text(suggest_tool_edit.source_url), '');
  remark constant text := coalesce(private.strip_markup(suggest_tool_edit.note), '');
  is_maker constant boolean := private.acts_for_maker(suggest_tool_edit.tool);
  at_once jsonb;
  new_id uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  -- Waits for a moderator who removes the tool.
  if is_maker then
    perform from public.tools t where t.id = suggest_tool_edit.tool for update;
  else
    perform from public.tools t where t.id = suggest_tool_edit.tool for key share;
  end if;
  cleaned := private.check_tool_changes(suggest_tool_edit.tool, suggest_tool_edit.changes);
  perform private.refuse_if(cleaned = '{}', 'check_violation', 'Please change at least one field.');
  perform private.refuse_if(source is null or not private.is_web_address(source),
    'check_violation', 'Please add a link where we can verify this.');
  perform private.refuse_if(length(remark) > 1000, 'check_violation', 'Note too long: 1000 characters at most');
  if private.matches_word_filter(
    (select concat_ws(E'\x1f', remark, string_agg(value ->> 1, E'\x1f')) from jsonb_each(cleaned)
      where key in ('name', 'description', 'category', 'latest_version', 'aliases')), 'reject', private.get_setting('word_filter'))
  then
    raise exception 'We can''t publish this text as it is. If you think this is a mistake, please contact us.'
      using errcode = 'check_violation';
  end if;
  -- Locks the member's row of the day: suggestions at the same time are counted one after the other.
  perform private.count_daily_use('suggestions', private.get_setting('daily_limit_edits')::integer);
  at_once := case when is_maker then cleaned - '{name,category}'::text[] else '{}' end;
  if at_once <> '{}' then
    perform private.apply_tool_changes(suggest_tool_edit.tool, at_once);
    new_id := private.record_tool_edit(suggest_tool_edit.tool, at_once, source, remark, auth.uid(), as_maker => true);
    cleaned := case when cleaned ?| '{name,category}' then cleaned - array(select jsonb_object_keys(at_once)) end;
    if cleaned is null then
      return new_id;
    end if;
  end if;
  perform private.refuse_if((select count(*) from public.tool_edits e
    where e.tool_id = suggest_tool_edit.tool and e.suggested_by = auth.uid() and e.status = 'open') >= 5,
    'PT429', 'You have five open suggestions for this tool. Please wait until we have checked them.');
  insert into public.tool_edits (tool_id, changes, source_url, note, suggested_by, as_maker)
    values (suggest_tool_edit.tool, cleaned, source, remark, auth.uid(), is_maker)
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
  perform private.refuse_if(not found, 'PT404', 'We could not find this suggestion.');
  perform private.refuse_if(present_status <> 'open', 'PT409', 'This has already been decided.');
  update public.tool_edits e set status = 'withdrawn', decided_at = now() where e.id = withdraw_tool_edit.edit;
end $$;
grant execute on function public.withdraw_tool_edit to authenticated;
create function public.resolve_tool_edit(edit uuid, accept boolean, reason text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  suggested record;
  written_reason constant text := nullif(private.trim_text(resolve_tool_edit.reason), '');
begin
  perform private.require_decider();
  select e.tool_id, e.suggested_by, e.changes, t.name, t.slug into suggested
    from public.tool_edits e join public.tools t on t.id = e.tool_id where e.id = resolve_tool_edit.edit;
  perform private.refuse_if(not found, 'PT404', 'We could not find this suggestion.');
  perform private.refuse_if(suggested.suggested_by = auth.uid(),
    'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
  perform private.refuse_if(resolve_tool_edit.accept is null, 'check_violation', 'Please accept or decline the suggestion.');
  perform private.refuse_if(length(written_reason) > 1000, 'check_violation', 'Reason too long: 1000 characters at most');
  -- In the order of the deletion of an account, which deletes suggestions.
  perform from private.profiles p where p.user_id = suggested.suggested_by for key share;
  perform from public.tools t where t.id = suggested.tool_id for update;
  perform from public.tool_edits e where e.id = resolve_tool_edit.edit and e.status = 'open' for update;
  perform private.refuse_if(not found, 'PT409', 'This has already been decided.');
  if resolve_tool_edit.accept then
    perform private.apply_tool_changes(suggested.tool_id, suggested.changes);
    update public.tool_edits e set status = 'accepted', number = private.get_next_edit_number(e.tool_id), decided_at = now()
      where e.id = resolve_tool_edit.edit;
  else
    update public.tool_edits e set status = 'declined', reason = written_reason, decided_at = now() where e.id = resolve_tool_edit.edit;
  end if;
  perform private.notify(array[suggested.suggested_by], 'edit', 'tool', suggested.tool_id, jsonb_build_object('tool', suggested.name,
    'slug', suggested.slug, 'edit', resolve_tool_edit.edit, 'status', case when resolve_tool_edit.accept then 'accepted' else 'declined' end));
end $$;
grant execute on function public.resolve_tool_edit to authenticated;
create table public.tool_redirects (
  slug text primary key,
  tool_id uuid not null references public.tools (id) on delete cascade,
  created_at timestamptz not null default now(),
  -- Of the tool while it had the slug; null if it is not known.
  name text
);
create index tool_redirects_tool_id_idx on public.tool_redirects (tool_id);
call private.secure_public_table('public.tool_redirects');
call private.announce_table('public.tool_redirects', 'tools', 'tool:tool_id');
create index removed_content_redirect_idx on private.removed_content ((row_data ->> 'slug'))
  where table_name = 'public.tool_redirects';
create index removed_content_name_idx on private.removed_content (private.normalize_name(row_data ->> 'name'))
  where table_name = 'public.tools';
create function private.is_slug(value text) returns boolean
language sql immutable set search_path = '' as $$
  select value ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(value) <= 100
    and value !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;
create function private.find_removing_decision_by_slug(wanted text) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(decision) from (
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tools' and removed.row_data ->> 'slug' = wanted
    union all
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tool_redirects' and removed.row_data ->> 'slug' = wanted
  ) found
$$;
create function private.find_removing_decision_by_name(wanted text) returns bigint
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select max(decision) from (
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tools'
        and private.normalize_name(removed.row_data ->> 'name') = private.normalize_name(wanted)
    union all
    select removed.decision from private.removed_content removed
      where removed.table_name = 'public.tool_redirects' and removed.row_data ->> 'slug' = private.slugify(wanted)
        and private.normalize_name(coalesce(removed.row_data ->> 'name', wanted)) = private.normalize_name(wanted)
  ) found
$$;
create function private.find_removing_decision_by_website(key text) returns bigint
language sql stable security definer set search_path = '' as $$
  select max(removed.decision) from private.removed_content removed
    where removed.table_name = 'public.tools' and removed.row_data ->> 'website_key' = key
$$;
create function private.find_tool_by_name(wanted text)
returns table (tool uuid, slug text, has_name boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  key constant text := private.normalize_name(wanted);
  base constant text := private.slugify(wanted);
begin
  return query select t.id, t.slug, true from public.tools t where private.normalize_name(t.name) = key
    order by t.slug = base desc, t.slug limit 1;
  if found then return; end if;
  return query select r.tool_id, r.slug, false from public.tool_redirects r
    where r.slug = base and (r.name is null or private.normalize_name(r.name) = key);
  if found then return; end if;
  return query select t.id, t.slug, false from public.tools t where t.slug = base
    and exists (select from public.tool_edits e where e.tool_id = t.id and e.status = 'accepted'
      and private.normalize_name(e.changes -> 'name' ->> 0) = key);
end $$;
create function private.find_free_slug(name text, id uuid) returns text
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  base text := private.slugify(find_free_slug.name);
  candidate text;
  number integer := 1;
begin
  -- A name without Latin letters and digits, or in the form of an id, which is never found as a slug.
  if not private.is_slug(base) then
    base := 'tool-' || left(find_free_slug.id::text, 8);
  end if;
  candidate := base;
  while exists (select from public.tools t where t.slug = candidate)
    or exists (select from public.tool_redirects r where r.slug = candidate)
    or exists (select from private.removed_content removed
      where removed.table_name = 'public.tools' and removed.row_data ->> 'slug' = candidate)
    or exists (select from private.removed_content removed
      where removed.table_name = 'public.tool_redirects' and removed.row_data ->> 'slug' = candidate)
  loop
    number := number + 1;
    candidate := rtrim(left(base, 99 - length(number::text)), '-') || '-' || number;
  end loop;
  return candidate;
end $$;
create function private.refuse_redirecting_slug() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.tool_redirects where slug = new.slug) then
    raise exception 'This tool is already listed.' using errcode = 'unique_violation', constraint = 'tools_slug_key';
  end if;
  return null;
end $$;
create trigger refuse_redirecting_slug after insert or update of slug on public.tools
  for each row execute function private.refuse_redirecting_slug();
create function private.name_tool_in_activities() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.user_activities activity
    set metadata = activity.metadata || jsonb_build_object('tool_name', new.name, 'tool_slug', new.slug)
    from public.reviews review where review.tool_id = new.id and activity.review_id = review.id;
  return null;
end $$;
create trigger name_tool_in_activities after update of name, slug on public.tools
  for each row when ((old.name, old.slug) is distinct from (new.name, new.slug))
  execute function private.name_tool_in_activities();
create function public.rename_tool(tool uuid, name text, slug text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  before public.tools;
  new_name constant text := private.strip_markup(rename_tool.name);
  new_slug constant text := btrim(rename_tool.slug);
  wrong text;
begin
  perform private.require_decider();
  select * into before from public.tools t where t.id = rename_tool.tool for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  if new_slug <> before.slug then
    perform private.refuse_if(not private.is_slug(new_slug),
      'check_violation', 'An address has 1 to 100 lower-case letters and digits, with single hyphens between them.');
    perform private.refuse_if(exists (select from public.tools t where t.slug = new_slug), 'PT409', 'Another tool has this address.');
    perform private.refuse_if(exists (select from public.tool_redirects r where r.slug = new_slug and r.tool_id <> before.id),
      'PT409', 'This address redirects to another tool.');
    -- The slug of a tool that was merged into this one redirects here, although a removed tool has it.
    delete from public.tool_redirects r where r.slug = new_slug;
    perform private.refuse_if(not found and private.find_removing_decision_by_slug(new_slug) is not null,
      'PT409', 'This address belongs to a removed tool.');
    begin
      update public.tools t set slug = new_slug, updated_at = now() where t.id = before.id;
    exception when unique_violation then
      raise exception 'Another tool has this address.' using errcode = 'PT409';
    end;
    insert into public.tool_redirects (slug, tool_id, name) values (before.slug, before.id, before.name);
  end if;
  if new_name <> before.name then
    wrong := private.check_tool_value('name', to_jsonb(new_name));
    perform private.refuse_if(wrong is not null, 'check_violation', wrong);
    perform private.apply_tool_changes(before.id,
      jsonb_build_object('name', jsonb_build_array(before.name, new_name)));
    perform private.record_tool_edit(before.id, jsonb_build_object('name', jsonb_build_array(before.name, new_name)),
      null, null, auth.uid());
  end if;
end $$;
grant execute on function public.rename_tool to authenticated;
create table private.tool_merges (
  decision bigint primary key references public.moderation_decisions (number) on delete cascade,
  source_id uuid not null,
  target_id uuid not null,
  redirects text[] not null default '{}'
);
call private.secure_internal_table('private.tool_merges');
create table private.merged_rows (
  decision bigint not null references private.tool_merges (decision) on delete cascade,
  table_name text not null,
  row_id uuid not null,
  has_moved boolean not null,
  -- The decision that removed the older review.
  removed_by bigint,
  -- The number of an accepted edit of the merged tool.
  edit_number integer,
  primary key (decision, table_name, row_id)
);
create index merged_rows_removed_by_idx on private.merged_rows (removed_by) where removed_by is not null;
call private.secure_internal_table('private.merged_rows');
create function private.find_duplicate_reviews(source uuid, target uuid)
returns table (older uuid, newer uuid, user_id uuid)
language sql stable security definer set search_path = '' as $$
  select case when s.created_at < t.created_at then s.id else t.id end,
    case when s.created_at < t.created_at then t.id else s.id end, s.user_id
  from public.reviews s join public.reviews t on t.user_id = s.user_id and t.tool_id = target
  where s.tool_id = source
$$;
create function private.move_removed_rows(from_tool uuid, to_tool uuid, rows uuid[] default null) returns setof private.removed_content
language sql security definer set search_path = '' as $$
  update private.removed_content removed set row_data = removed.row_data || jsonb_build_object('tool_id', to_tool)
    where removed.table_name in ('public.reviews', 'private.launches', 'public.review_replies')
      and removed.row_data ->> 'tool_id' = from_tool::text and (rows is null or removed.row_id = any (rows))
  returning removed.*
$$;
create function private.move_activities(reviews uuid[], to_tool uuid) returns void
language sql security definer set search_path = '' as $$
  update public.user_activities activity
    set metadata = activity.metadata || jsonb_build_object('tool_id', t.id, 'tool_name', t.name, 'tool_slug', t.slug)
    from public.tools t where t.id = to_tool and activity.review_id = any (reviews)
$$;
create function private.move_tool_edits(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  last_number constant integer := private.get_next_edit_number(to_tool) - 1;
  changes jsonb;
  merged_name constant text := (select t.name from public.tools t where t.id = from_tool);
begin
  insert into private.merged_rows (decision, table_name, row_id, has_moved, edit_number)
    select merge, 'public.tool_edits', e.id, true, e.number from public.tool_edits e where e.tool_id = from_tool;
  select jsonb_object_agg(field, jsonb_build_array(after, private.get_tool_field_value(to_tool, field))) into changes
    from (
      select distinct on (change.key) change.key as field, change.value -> 1 as after
      from public.tool_edits e, jsonb_each(e.changes) as change
      where e.tool_id = from_tool and e.status = 'accepted' order by change.key, e.number desc
    ) last where after is distinct from private.get_tool_field_value(to_tool, field);
  update public.tool_edits e set tool_id = to_tool, number = last_number + moved.place
    from (select id, row_number() over (order by number) as place from public.tool_edits where tool_id = from_tool and status = 'accepted') moved
    where e.id = moved.id;
  update public.tool_edits e set tool_id = to_tool where e.tool_id = from_tool;
  if changes is not null then
    insert into private.merged_rows (decision, table_name, row_id, has_moved)
      values (merge, 'public.tool_edits', private.record_tool_edit(to_tool, changes, null, format('Merged with %s.', merged_name), auth.uid()), false);
  end if;
end $$;
create function private.return_tool_edits(merge bigint, from_tool uuid, to_tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.tool_edits e using private.merged_rows m
    where m.decision = merge and m.table_name = 'public.tool_edits' and not m.has_moved and e.id = m.row_id;
  update public.tool_edits e set tool_id = to_tool, number = m.edit_number from private.merged_rows m
    where m.decision = merge and m.table_name = 'public.tool_edits' and m.has_moved and e.id = m.row_id
      and e.tool_id = from_tool and (e.status = 'accepted') = (m.edit_number is not null);
  -- In two steps, because a number is unique at each moment.
  update public.tool_edits e set number = -e.number where e.tool_id = from_tool and e.status = 'accepted';
  update public.tool_edits e set number = accepted.place
    from (select id, row_number() over (order by number desc) as place from public.tool_edits
      where tool_id = from_tool and status = 'accepted') accepted
    where e.id = accepted.id;
end $$;
create function private.replace_successor(from_tool uuid, to_tool uuid, tools uuid[] default null) returns setof uuid
language plpgsql security definer set search_path = '' as $$
declare
  predecessor record;
  changes jsonb;
begin
  for predecessor in
    select f.tool_id as id, f.successor_id as present from public.tool_facts f
    where (tools is null or f.tool_id = any (tools))
      and (f.successor_id = from_tool or tools is not null and f.tool_id = from_tool and f.successor_id is null)
    order by f.tool_id
  loop
    changes := jsonb_build_object('successor_id', jsonb_build_array(predecessor.present, nullif(to_tool, predecessor.id)));
    perform private.apply_tool_changes(predecessor.id, changes);
    perform private.record_tool_edit(predecessor.id, changes, null, null, auth.uid());
    return next predecessor.id;
  end loop;
end $$;
create function public.merge_tools(source uuid, target uuid, explanation text) returns bigint
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  written_explanation constant text := private.trim_text(coalesce(merge_tools.explanation, ''));
  source_tool public.tools;
  target_tool public.tools;
  duplicate record;
  duplicates uuid[];
  moved uuid[];
  new_number bigint;
  removal bigint;
begin
  perform private.require_decider();
  perform private.refuse_if(merge_tools.source = merge_tools.target, 'check_violation', 'A tool can''t be merged into itself.');
  perform private.refuse_if(length(written_explanation) not between 30 and 2000,
    'check_violation', 'Please explain the decision in 30 to 2,000 characters.');
  duplicates := array(select d.older from private.find_duplicate_reviews(merge_tools.source, merge_tools.target) d);
  perform from public.review_helpful_votes v where v.review_id = any (duplicates) order by v.review_id, v.user_id for update;
  perform from public.reviews r where r.tool_id = merge_tools.source or r.id = any (duplicates) order by r.id for update;
  perform from public.tools t where t.id in (merge_tools.source, merge_tools.target)
      or t.id in (select f.tool_id from public.tool_facts f where f.successor_id = merge_tools.source)
    order by t.id for update;
  perform private.require_listed(merge_tools.source);
  perform private.require_listed(merge_tools.target);
  perform private.require_no_involvement('tool', merge_tools.source);
  perform private.require_no_involvement('tool', merge_tools.target);
  perform from private.launches l where l.tool_id = merge_tools.source order by l.id for update;
  select * into source_tool from public.tools t where t.id = merge_tools.source;
  select * into target_tool from public.tools t where t.id = merge_tools.target;

  new_number := private.record_decision('tool', source_tool.id, 'merge', null, written_explanation, null, null, null, auth.uid());
  update private.reports r set status = 'resolved', decision = new_number, closed_at = now()
    where r.subject_type = 'tool' and r.subject_id = source_tool.id and r.status = 'open';
  insert into private.tool_merges (decision, source_id, target_id, redirects)
    values (new_number, source_tool.id, target_tool.id, array(select r.slug from public.tool_redirects r where r.tool_id = source_tool.id order by r.slug));

  -- In the order of the authors, whose counts it locks.
  for duplicate in
    select d.older, r.tool_id from private.find_duplicate_reviews(source_tool.id, target_tool.id) d
    join public.reviews r on r.id = d.older order by d.user_id
  loop
    removal := private.record_decision('review', duplicate.older, 'remove', 'duplicate',
      format('You reviewed %s and %s, which are the same tool and are one entry now. Your newer review stays.', source_tool.name, target_tool.name),
      null, null, 'staff', auth.uid());
    perform private.remove_content(removal, 'review', duplicate.older);
    insert into private.merged_rows (decision, table_name, row_id, has_moved, removed_by)
      values (new_number, 'public.reviews', duplicate.older, duplicate.tool_id = source_tool.id, removal);
  end loop;

  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, removed.table_name, removed.row_id, true from private.move_removed_rows(source_tool.id, target_tool.id) removed
    on conflict do nothing;
  moved := array(select r.id from public.reviews r where r.tool_id = source_tool.id);
  update public.reviews r set tool_id = target_tool.id where r.tool_id = source_tool.id;
  perform private.move_activities(moved, target_tool.id);
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.reviews', id, true from unnest(moved) as id;
  with launches as (
    update private.launches l set tool_id = target_tool.id where l.tool_id = source_tool.id returning l.id
  )
  insert into private.merged_rows (decision, table_name, row_id, has_moved) select new_number, 'private.launches', id, true from launches;
  with campaigns as (
    update public.review_campaigns c set tool_id = target_tool.id where c.tool_id = source_tool.id returning c.id
  )
  insert into private.merged_rows (decision, table_name, row_id, has_moved) select new_number, 'public.review_campaigns', id, true from campaigns;
  perform private.move_tool_edits(new_number, source_tool.id, target_tool.id);
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.tool_facts', predecessor, true from private.replace_successor(source_tool.id, target_tool.id) predecessor;
  update public.tool_redirects r set tool_id = target_tool.id where r.tool_id = source_tool.id;
  -- A list that has both keeps the note of the other tool.
  with items as (
    update public.list_items i set tool_id = target_tool.id where i.tool_id = source_tool.id
      and not exists (select from public.list_items kept where kept.list_id = i.list_id and kept.tool_id = target_tool.id)
    returning i.list_id
  ), follows as (
    update public.tool_follows f set tool_id = target_tool.id where f.tool_id = source_tool.id
      and not exists (select from public.tool_follows kept where kept.user_id = f.user_id and kept.tool_id = target_tool.id)
    returning f.id
  )
  insert into private.merged_rows (decision, table_name, row_id, has_moved)
    select new_number, 'public.list_items', list_id, true from items
    union all
    select new_number, 'public.tool_follows', id, true from follows;
  perform private.remove_content(new_number, 'tool', source_tool.id, moved_as => 'merge');
  insert into public.tool_redirects (slug, tool_id, name) values (source_tool.slug, target_tool.id, source_tool.name);
  return new_number;
end $$;
grant execute on function public.merge_tools to authenticated;
create function public.merge_preview(source uuid, target uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  perform private.require_listed(merge_preview.source);
  perform private.require_listed(merge_preview.target);
  return jsonb_build_object(
    'reviews', (select count(*) from public.reviews r where r.tool_id = merge_preview.source),
    'launches', (select count(*) from private.launches l where l.tool_id = merge_preview.source),
    'edits', (select count(*) from public.tool_edits e where e.tool_id = merge_preview.source),
    'addresses', (select count(*) + 1 from public.tool_redirects r where r.tool_id = merge_preview.source),
    'duplicates', (select coalesce(jsonb_agg(jsonb_build_object('username', p.username, 'source_rating', s.rating, 'target_rating', t.rating,
        'removed', case d.older when s.id then 'source' else 'target' end) order by p.username), '[]')
      from private.find_duplicate_reviews(merge_preview.source, merge_preview.target) d
      join public.reviews s on s.id in (d.older, d.newer) and s.tool_id = merge_preview.source
      join public.reviews t on t.id in (d.older, d.newer) and t.tool_id = merge_preview.target
      join private.profiles p on p.user_id = d.user_id));
end $$;
grant execute on function public.merge_preview to authenticated;
create function private.require_listed(tool uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.tools t where t.id = require_listed.tool) then
    if private.find_removing_decision('tool', require_listed.tool) is not null then
      perform private.raise_already_decided('tool', require_listed.tool);
    end if;
    raise exception 'We could not find this content.' using errcode = 'PT404';
  end if;
end $$;
create function private.require_open_merge(decision bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if((select d.decided_at from public.moderation_decisions d where d.number = require_open_merge.decision)
    < now() - interval '30 days', 'PT409', 'A merge can be undone within 30 days.');
  perform private.refuse_if(not exists (select from private.tool_merges m join public.tools t on t.id = m.target_id
    where m.decision = require_open_merge.decision), 'PT409', 'Please restore the tool first.');
end $$;
create function private.require_free_address(decision bigint) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  taken_by text;
begin
  -- The slug of a merged tool redirects to the other one, which frees it.
  select t.name into taken_by from private.removed_content removed
    join public.tools t on t.slug = removed.row_data ->> 'slug' or t.website_key = removed.row_data ->> 'website_key'
    where removed.decision = require_free_address.decision and removed.table_name = 'public.tools' limit 1;
  if found then
    raise exception '% has the address or the website of this tool now. Please change it first.', taken_by using errcode = 'PT409';
  end if;
end $$;
create function private.undo_merge(undone bigint, decider uuid) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
declare
  undo private.tool_merges;
  slug_of_source text;
  reviews uuid[];
  moved uuid[];
  review record;
begin
  select * into undo from private.tool_merges m where m.decision = undone;
  reviews := array(select m.row_id from private.merged_rows m
    where m.decision = undone and m.table_name = 'public.reviews' and m.has_moved);
  perform from public.reviews r where r.id = any (reviews) and r.tool_id = undo.target_id order by r.id for update;
  perform from public.tools t where t.id = undo.target_id for update;
  slug_of_source := (select removed.row_data ->> 'slug' from private.removed_content removed
    where removed.decision = undone and removed.table_name = 'public.tools');
  delete from public.tool_redirects r where r.slug = slug_of_source and r.tool_id = undo.target_id;
  perform private.restore_content(undone);
  update public.tool_redirects r set tool_id = undo.source_id where r.slug = any (undo.redirects) and r.tool_id = undo.target_id;

  perform private.move_removed_rows(undo.target_id, undo.source_id,
    array(select m.row_id from private.merged_rows m where m.decision = undone and m.has_moved));
  moved := array(select r.id from public.reviews r where r.id = any (reviews) and r.tool_id = undo.target_id);
  update public.reviews r set tool_id = undo.source_id where r.id = any (moved);
  perform private.move_activities(moved, undo.source_id);
  update private.launches l set tool_id = undo.source_id
    where l.tool_id = undo.target_id and l.id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'private.launches' and m.has_moved);
  update public.review_campaigns c set tool_id = undo.source_id
    where c.tool_id = undo.target_id and c.id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'public.review_campaigns' and m.has_moved);
  -- An entry of a list is found by its list.
  update public.list_items i set tool_id = undo.source_id
    where i.tool_id = undo.target_id and i.list_id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'public.list_items');
  update public.tool_follows f set tool_id = undo.source_id
    where f.tool_id = undo.target_id and f.id in (select m.row_id from private.merged_rows m
      where m.decision = undone and m.table_name = 'public.tool_follows');
  perform private.return_tool_edits(undone, undo.target_id, undo.source_id);
  perform private.replace_successor(undo.target_id, undo.source_id, array(select m.row_id from private.merged_rows m
    where m.decision = undone and m.table_name = 'public.tool_facts'));

  -- In the order of the authors. A duplicate that came back by an appeal is not removed anymore.
  for review in
    select m.row_id, m.removed_by from private.merged_rows m
    join private.removed_content removed on removed.decision = m.removed_by and removed.row_id = m.row_id
      and removed.table_name = 'public.reviews'
    where m.decision = undone order by removed.owner_id
  loop
    perform private.record_decision('review', review.row_id, 'restore', null, null, null, null, 'staff', decider, review.removed_by);
    perform private.restore_content(review.removed_by);
  end loop;
  delete from private.tool_merges m where m.decision = undone;
end $$;
create function public.tool_already_listed(tool_name text, website text default null)
returns table (name text, slug text, same text)
language sql stable security definer set search_path = '' as $$
  with wanted as (
    select private.strip_markup(left(tool_name, 200)) as name, private.normalize_website(left(website, 2048)) as website_key
  ), listed as (
    select l.tool, true as has_name from wanted w cross join lateral private.find_tool_by_name(w.name) l where w.name <> ''
    union all
    select t.id, false from wanted w join public.tools t on t.website_key = w.website_key
    union all
    select m.target_id, false
    from wanted w
    join private.removed_content merged on merged.table_name = 'public.tools' and merged.row_data ->> 'website_key' = w.website_key
    join private.tool_merges m on m.decision = merged.decision
  )
  select t.name, t.slug, case when l.has_name then 'name' else 'website' end
  from listed l join public.tools t on t.id = l.tool order by l.has_name desc limit 1
$$;
grant execute on function public.tool_already_listed to anon, authenticated, service_role;
create function private.list_import_fields() returns table (field text, label text, place bigint)
language sql immutable set search_path = '' as $$
  select split_part(entry, '=', 1), coalesce(nullif(split_part(entry, '=', 2), ''), replace(split_part(entry, '=', 1), '_', ' ')), place
  from unnest('{name,description,category,website_url=website,logo_url=logo,aliases=list of other names,capabilities=list of capabilities,pricing_model,price_from=price,price_currency=currency,
    price_period=period,price_checked_on=date of the price,price_source_url=source of the price,platforms,license,
    repository_url=repository,latest_version,latest_version_on=date of the version,discontinued_on=end date,
    successor_id=successor}'::text[]) with ordinality as fields (entry, place)
$$;
create function private.read_import_cell(field text, value jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case
    when field = 'platforms' and jsonb_typeof(value) in ('string', 'array') then
      (select jsonb_agg(part) from (
        select regexp_split_to_table(regexp_replace(lower(entry), 'self[ -]hosted', 'self_hosted', 'g'), '[;,\s]+') as part
        from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as entry
      ) parts where part <> '')
    when field in ('aliases', 'capabilities') and jsonb_typeof(value) in ('string', 'array') then
      (select jsonb_agg(case field when 'aliases' then part
          else coalesce((select c.slug from public.capabilities c where lower(c.name) = lower(part)),
            (select r.capability from public.capability_redirects r where r.slug = lower(part)), part) end order by place) from (
        select btrim(part) as part, place
        from jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else jsonb_build_array(value) end) as entry,
          regexp_split_to_table(entry, ';') with ordinality as parts (part, place)
      ) parts where part <> '')
    when field = 'pricing_model' and jsonb_typeof(value) = 'string' then
      to_jsonb(regexp_replace(lower(btrim(value #>> '{}')), '^open[ -]source$', 'free'))
    when field = 'price_period' and jsonb_typeof(value) = 'string' then
      to_jsonb(regexp_replace(lower(btrim(value #>> '{}')), '^per\s+', ''))
    when field = 'price_currency' and jsonb_typeof(value) = 'string' then to_jsonb(upper(btrim(value #>> '{}')))
    when field = 'license' and lower(btrim(value #>> '{}')) = 'proprietary' then '"proprietary"'
    when field = 'successor_id' and jsonb_typeof(value) = 'string' then coalesce(
      (select to_jsonb(t.id) from public.tools t where t.slug = lower(btrim(value #>> '{}'))),
      (select to_jsonb(r.tool_id) from public.tool_redirects r where r.slug = lower(btrim(value #>> '{}'))),
      value)
    -- A version such as 2 is a number in a JSON file.
    when jsonb_typeof(value) = 'number' and field <> 'price_from' then to_jsonb(value #>> '{}')
    else value end
$$;
create function private.read_import_keys(rows jsonb)
returns table (place integer, number integer, cells jsonb, website_key text, slug text, name_key text, tool uuid)
language sql stable security definer set search_path = '' as $$
  with input as (
    select e.place::integer as place, case when jsonb_typeof(e.value) = 'object' then e.value else '{}' end as cells
    from jsonb_array_elements(rows) with ordinality as e (value, place)
  ), keyed as (
    select i.place, i.cells - 'row' as cells,
      case when i.cells ->> 'row' ~ '^[1-9][0-9]{0,8}$' then (i.cells ->> 'row')::integer else i.place end as number,
      nullif(private.normalize_website(left(i.cells ->> 'website_url', 2048)), '') as website_key,
      nullif(lower(btrim(i.cells ->> 'slug')), '') as slug,
      nullif(private.strip_markup(left(i.cells ->> 'name', 200)), '') as name
    from input i
  )
  select k.place, k.number, k.cells, k.website_key, k.slug,
    private.normalize_name(k.name),
    coalesce((select t.id from public.tools t where t.website_key = k.website_key),
      (select t.id from public.tools t where t.slug = k.slug),
      (select l.tool from private.find_tool_by_name(k.name) l where l.has_name))
  from keyed k
$$;
create function private.check_import_rows(rows jsonb, rename boolean)
returns table (place integer, number integer, tool uuid, slug text, changes jsonb, outcome text, message text)
language sql stable security definer set search_path = '' set jit = off as $$
  with keyed as materialized (
    select k.*, case when k.tool is not null then private.get_tool_values(k.tool) end as present,
      private.find_removing_decision_by_website(k.website_key) as website_decision,
      case when k.tool is null then greatest(private.find_removing_decision_by_slug(k.slug),
        private.find_removing_decision_by_name(k.cells ->> 'name')) end as entry_decision
    from private.read_import_keys(rows) k
  ), cells as materialized (
    -- Checking 13 cells takes longer than everything else for a row, so the present value is not checked again.
    select read.*, case when read.value <> 'null' and read.value is distinct from read.present
        then private.check_tool_value(read.field, read.value) end as problem
    from (
      select k.place, f.field, f.label, f.place as field_place, k.present -> f.field as present,
        private.clean_tool_value(f.field, case when f.field in ('platforms', 'aliases', 'capabilities', 'successor_id', 'pricing_model', 'price_period', 'price_currency', 'license')
          then private.read_import_cell(f.field, k.cells -> f.field) else k.cells -> f.field end) as value
      from keyed k join private.list_import_fields() f on k.cells ? f.field offset 0
    ) read
  ), wanted as (
    select c.place, jsonb_object_agg(c.field, c.value) filter (where c.value <> 'null') as given from cells c group by c.place
  ), problems as (
    -- Of one field. A listed tool keeps what the row has no cell for.
    select c.place, c.field_place as problem_place, format('the %s is not valid. %s.', c.label, rtrim(c.problem, '.'))
      || case when c.field = 'license' then coalesce(' Did you mean ' || private.suggest_license(c.value #>> '{}')
        || ' in place of ' || (c.value #>> '{}') || '?', '') else '' end as problem
    from cells c where c.problem is not null
    union all
    select k.place, required.problem_place, format('the %s is missing.', required.field)
    from keyed k cross join unnest('{name,description,category}'::text[]) with ordinality as required (field, problem_place)
    left join cells c on c.place = k.place and c.field = required.field
    where coalesce(c.value, 'null') = 'null' and (k.tool is null or c.field is not null)
    union all
    select k.place, 100, format('there is no column %s.', left(unknown.name, 50))
    from keyed k cross join lateral jsonb_object_keys(k.cells) as unknown (name)
    where unknown.name not in (select f.field from private.list_import_fields() f) and not unknown.name = any (
      -- What an export or the API returns besides.
      '{id,tool_id,slug,categories,rating_sum,rating_counts,rating_average,adjusted_rating,review_count,website_host,website_key,submitted_by,created_at,updated_at,name_folded,search,facets}')
    union all
    select k.place, 101, 'the slug is not valid. It has 1 to 100 lower-case letters and digits, with single hyphens between them.'
    from keyed k where btrim(k.cells ->> 'slug') <> '' and not private.is_slug(k.slug)
    union all
    select k.place, 103, lower(left(whole.problem, 1)) || substr(whole.problem, 2) from keyed k left join wanted w on w.place = k.place
    cross join lateral (select coalesce(private.check_tool_values(coalesce(k.present, '{}') || coalesce(w.given, '{}')),
      case when w.given ->> 'successor_id' = k.tool::text then 'A tool can''t be its own successor.' end) as problem) whole
    where whole.problem is not null
    union all
    -- Those that the tool has already stay, also if another tool has such a name now.
    select k.place, 102, format('the list of other names is not valid. %s', private.check_aliases(k.tool, private.read_texts(w.given -> 'aliases')))
    from keyed k join wanted w on w.place = k.place
    where w.given -> 'aliases' is distinct from k.present -> 'aliases'
      and private.check_aliases(k.tool, private.read_texts(w.given -> 'aliases')) is not null
    union all
    select k.place, 104, format('this tool %s (decision %s).',
      case d.action when 'hold' then 'is waiting for approval' else 'was removed by a moderator' end, d.number)
    from keyed k join public.moderation_decisions d on d.number = greatest(k.entry_decision, k.website_decision)
    where d.action <> 'merge'
  ), refused as (
    select p.place, string_agg(p.problem, ' ' order by p.problem_place) as message from (
      -- The first begins in lower case, after "Row {n}: ".
      select place, problem_place,
        case when row_number() over (partition by place order by problem_place) = 1 then problem
          else upper(left(problem, 1)) || substr(problem, 2) end as problem
      from problems
    ) p group by p.place
  ), firsts as (
    select k.*, first_value(k.number) over website as first_of_website, first_value(k.number) over tool as first_of_tool,
      first_value(k.number) over slug as first_of_slug, first_value(k.number) over name as first_of_name,
      row_number() over website as website_place, row_number() over tool as tool_place,
      row_number() over slug as slug_place, row_number() over name as name_place,
      -- A former address or name of a tool, or the website of an entry that was merged.
      coalesce((select r.tool_id from public.tool_redirects r where k.tool is null and r.slug = k.slug),
        (select l.tool from private.find_tool_by_name(k.cells ->> 'name') l where k.tool is null),
        (select m.target_id from private.tool_merges m where m.decision = k.website_decision)) as moved_to
    from keyed k
    window website as (partition by k.website_key order by k.place), tool as (partition by k.tool order by k.place),
      slug as (partition by k.slug, k.tool is null order by k.place),
      name as (partition by k.name_key, k.tool is null order by k.place)
  ), duplicates as (
    select f.place, coalesce(f.tool, f.moved_to) as tool, case
      when f.website_key is not null and f.website_place > 1
        then format('Row %s has the same website as row %s.', f.number, f.first_of_website)
      when f.tool is not null and f.tool_place > 1 then format('Row %s is the same tool as row %s.', f.number, f.first_of_tool)
      when f.tool is null and f.slug is not null and f.slug_place > 1
        then format('Row %s has the same slug as row %s.', f.number, f.first_of_slug)
      when f.tool is null and f.name_key is not null and f.name_place > 1
        then format('Row %s has the same name as row %s.', f.number, f.first_of_name)
      when f.moved_to is not null then format('Row %s is part of %s.', f.number,
        coalesce((select t.name from public.tools t where t.id = f.moved_to), 'another tool')) end as message
    from firsts f
  ), compared as (
    select k.place, (select jsonb_object_agg(key, jsonb_build_array(k.present -> key, value)) from jsonb_each(w.given)
      where value is distinct from k.present -> key) as changes, w.given
    from keyed k left join wanted w on w.place = k.place
  ), renamed as (
    -- Another address of the same website is no other website.
    select c.place, string_agg(format('%s changes its %s from %s to %s', k.present ->> 'name', f.label,
        c.changes -> f.field ->> 0, c.changes -> f.field ->> 1), '. ' order by f.place) as message
    from compared c join keyed k on k.place = c.place and k.tool is not null
    join private.list_import_fields() f on f.field in ('name', 'website_url') and c.changes ? f.field
    where c.changes -> f.field ->> 0 is not null and not (f.field = 'website_url'
      and private.normalize_website(c.changes -> f.field ->> 0) is not distinct from private.normalize_website(c.changes -> f.field ->> 1))
    group by c.place
  )
  select k.place, k.number, coalesce(k.tool, d.tool), k.slug, case when k.tool is null then c.given else c.changes end,
    case when r.message is not null then 'invalid' when d.message is not null then 'duplicate' when k.tool is null then 'created'
      when n.message is not null and not rename then 'invalid'
      when c.changes is not null then 'updated' else 'unchanged' end,
    coalesce(format('Row %s: ', k.number) || r.message, d.message,
      format('Row %s: ', k.number) || n.message || case when rename then '.' else ', which has to be allowed.' end)
  from keyed k join compared c on c.place = k.place join duplicates d on d.place = k.place left join refused r on r.place = k.place
  left join renamed n on n.place = k.place
$$;
create function public.import_tools(rows jsonb, dry_run boolean default true, rename boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  checked jsonb;
  changed record;
begin
  perform private.require_admin_or_service();
  perform private.refuse_if(jsonb_typeof(import_tools.rows) is distinct from 'array' or jsonb_array_length(import_tools.rows) > 200,
    'check_violation', 'An import has at most 200 rows a call.');
  perform pg_advisory_xact_lock(hashtext('import'));
  select coalesce(jsonb_agg(to_jsonb(c) || case when c.outcome = 'created' then jsonb_build_object('tool', gen_random_uuid()) else '{}' end
    order by c.place), '[]') into checked from private.check_import_rows(import_tools.rows, coalesce(import_tools.rename, false)) c;
  if not coalesce(dry_run, true) and not checked @> '[{"outcome": "invalid"}]' then
    perform set_config('toolmark.moving_content', 'import', true);
    insert into public.tools (id, slug, name, description, category, website_url, logo_url, aliases, facets)
      select c.tool, c.slug, v.name, v.description, v.category, v.website_url, v.logo_url, private.read_texts(c.changes -> 'aliases'),
        private.build_facets(jsonb_populate_record(null::public.tool_facts, c.changes))
      from jsonb_to_recordset(checked) as c (place integer, tool uuid, slug text, changes jsonb, outcome text)
      cross join lateral jsonb_to_record(c.changes) as v (name text, description text, category text, website_url text, logo_url text)
      where c.outcome = 'created'
      -- A name must not get a slug that another row has.
      order by c.slug is null, c.place;
    perform set_config('toolmark.moving_content', '', true);
    insert into public.tool_capabilities
      select c.tool, slug from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text),
        unnest(private.read_texts(c.changes -> 'capabilities')) as slug
      where c.outcome = 'created';
    insert into public.tool_facts
      select f.* from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text)
      cross join lateral jsonb_populate_record(null::public.tool_facts, c.changes || jsonb_build_object('tool_id', c.tool)) as f
      where c.outcome = 'created' and c.changes - '{name,description,category,website_url,logo_url,aliases,capabilities}'::text[] <> '{}';
    -- In the order of ids, in which other changes lock several tools.
    for changed in
      select c.tool, c.changes from jsonb_to_recordset(checked) as c (tool uuid, changes jsonb, outcome text)
      where c.outcome = 'updated' order by c.tool
    loop
      perform private.apply_tool_changes(changed.tool, changed.changes);
      perform private.record_tool_edit(changed.tool, changed.changes, null, 'Import', auth.uid());
    end loop;
  end if;
  return (select coalesce(jsonb_agg(jsonb_build_object('row', c.number, 'outcome', c.outcome,
      'tool', case when c.outcome <> 'created' or not coalesce(dry_run, true) and not checked @> '[{"outcome": "invalid"}]' then c.tool end,
      'message', c.message) order by c.place), '[]')
    from jsonb_to_recordset(checked) as c (place integer, number integer, tool uuid, outcome text, message text));
end $$;
grant execute on function public.import_tools to authenticated, service_role;
create function public.import_keys(rows jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin_or_service();
  perform private.refuse_if(jsonb_typeof(import_keys.rows) is distinct from 'array' or jsonb_array_length(import_keys.rows) > 1000,
    'check_violation', 'The keys of at most 1,000 rows can be read in a call.');
  return (select coalesce(jsonb_agg(jsonb_build_object('row', k.number, 'tool', k.tool, 'website', k.website_key,
      'slug', k.slug, 'name', k.name_key, 'name_slug', private.slugify(private.strip_markup(left(k.cells ->> 'name', 200))))
    order by k.place), '[]') from private.read_import_keys(import_keys.rows) k);
end $$;
grant execute on function public.import_keys to authenticated, service_role;
create table private.invitations (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  invited_by uuid references private.profiles (user_id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  used_by uuid references private.profiles (user_id) on delete cascade,
  used_at timestamptz
);
create index invitations_invited_by_idx on private.invitations (invited_by);
create index invitations_used_by_idx on private.invitations (used_by);
call private.secure_internal_table('private.invitations');
create function private.is_blocked_address(address text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from jsonb_array_elements_text(private.get_setting('blocked_email_domains')) domain
    where '.' || substring(lower(address) from '@([^@]*)$') like '%.' || replace(lower(domain), '_', '\_'))
$$;
create function private.refuse_address(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when private.is_blocked_address(address)
    then jsonb_build_object('error_code', 'email_address_invalid', 'msg', 'Please provide a valid email address.') end
$$;
create function private.refuse_sign_up(address text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(private.refuse_address(address), case
    when private.get_setting('invite_only') = 'true' and not exists (select from private.invitations i
        where i.email = lower(address) and i.used_by is null and i.expires_at > now())
      then jsonb_build_object('error_code', 'invitation_required', 'msg', 'Sign-up is by invitation only.')
  end)
$$;
create function private.refuse_names(metadata jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('error_code', 'validation_failed', 'msg',
      label || ' may only contain letters, spaces, periods, hyphens and apostrophes')
    from (values ('first_name', 'First name'), ('last_name', 'Last name')) as fields (key, label),
      nullif(left(private.strip_markup(normalize(metadata ->> key)), 50), '') as name
    where not private.is_person_name(name) limit 1
$$;
create function private.check_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  refusal constant jsonb := case
    -- With a provider of another site there is no form that could ask for another name.
    when tg_op = 'INSERT' and new.encrypted_password <> '' and private.refuse_names(new.raw_user_meta_data) is not null
      then private.refuse_names(new.raw_user_meta_data)
    when tg_op = 'INSERT' or old.email_confirmed_at is null and new.email_confirmed_at is not null
      then private.refuse_sign_up(new.email::text)
    when old.email is distinct from new.email then private.refuse_address(new.email::text) end;
begin
  if refusal is not null and auth.role() is distinct from 'service_role' then
    raise exception '%', refusal ->> 'msg'
      using errcode = 'check_violation', constraint = 'sign_up_rules', detail = refusal ->> 'error_code';
  end if;
  return new;
end $$;
create trigger check_sign_up before insert or update of email, email_confirmed_at on auth.users
  for each row execute function private.check_sign_up();
create function private.use_invitation() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.invitations i set used_by = new.user_id, used_at = now()
    from auth.users u where u.id = new.user_id and i.email = lower(u.email) and i.used_by is null;
  return null;
end $$;
create trigger use_invitation after insert on private.profiles
  for each row execute function private.use_invitation();
create function private.forget_invited_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.email_queue where kind = 'invitation' and address = old.email;
  return null;
end $$;
create trigger forget_invited_address after delete on private.invitations
  for each row execute function private.forget_invited_address();
create function public.invite(email text, note text default '') returns void
language plpgsql security definer set search_path = '' as $$
declare
  address constant text := lower(btrim(invite.email));
  written constant text := nullif(private.trim_text(invite.note), '');
  end_of_invitation timestamptz;
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  perform private.refuse_if(address is null or length(address) > 254 or private.is_blocked_address(address)
    or address !~ '^[^@\s<>",;:()]+@[^@\s<>",;:()]+\.[^@\s<>",;:()]+$', 'check_violation', 'Please provide a valid email address.');
  perform private.refuse_if(length(written) > 500, 'check_violation', 'Please keep the note to 500 characters.');
  insert into private.invitations as invitation (email, invited_by) values (address, auth.uid())
    on conflict on constraint invitations_pkey do update
      set invited_by = excluded.invited_by, created_at = excluded.created_at, expires_at = excluded.expires_at
      where invitation.used_by is null
    returning expires_at into end_of_invitation;
  perform private.refuse_if(not found, 'PT409', 'This invitation has been used already.');
  perform private.queue_email('invitation',
    jsonb_build_object('note', written, 'expires_at', end_of_invitation), null, address);
end $$;
grant execute on function public.invite to authenticated;
create function public.list_invitations()
returns table (email text, created_at timestamptz, expires_at timestamptz, used_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  return query select i.email, i.created_at, i.expires_at, i.used_at from private.invitations i
    order by i.created_at desc, i.email;
end $$;
grant execute on function public.list_invitations to authenticated;
create function public.revoke_invitation(email text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  invited record;
begin
  perform private.require_staff('moderator');
  perform private.require_second_factor();
  delete from private.invitations i where i.email = lower(btrim(revoke_invitation.email)) and i.used_by is null
    returning i.email into invited;
  if found then
    delete from auth.users u where lower(u.email) = invited.email and u.email_confirmed_at is null
      and private.get_setting('invite_only') = 'true';
  elsif exists (select from private.invitations i where i.email = lower(btrim(revoke_invitation.email))) then
    raise exception 'This invitation has been used already.' using errcode = 'PT409';
  else
    raise exception 'We could not find this invitation.' using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.revoke_invitation to authenticated;
alter publication supabase_realtime add table public.reviews;
create function private.send_upvotes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'upvotes_count', new.upvotes_count), 'upvotes', 'launches', true);
  return null;
end $$;
create trigger send_upvotes after update on private.launches
  for each row when (old.upvotes_count <> new.upvotes_count)
  execute function private.send_upvotes();
create policy launches_anyone_select on realtime.messages for select to anon, authenticated
  using (realtime.topic() = 'launches' and extension = 'broadcast');
create function public.save_capability(slug text, name text, category text, description text default '', synonyms text[] default '{}',
  is_new boolean default false)
returns void
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := lower(btrim(save_capability.slug));
  wanted_name constant text := private.strip_markup(save_capability.name);
  wanted_description constant text := coalesce(private.strip_markup(save_capability.description), '');
  wanted_synonyms constant text[] := array(select term from unnest(private.clean_aliases(coalesce(save_capability.synonyms, '{}'))) as term
    where lower(term) <> lower(wanted_name));
  problem text;
begin
  perform private.require_decider();
  problem := case
    when wanted is null or wanted !~ '^[a-z0-9]+(-[a-z0-9]+)*$' or length(wanted) > 60
      then 'The address has 1 to 60 lower-case letters and digits, with single hyphens between them.'
    when is_new and exists (select from public.capabilities c where c.slug = wanted) then 'There is already a use with this address.'
    when wanted_name is null or length(wanted_name) not between 2 and 60 then 'The name has 2 to 60 characters.'
    when exists (select from unnest(wanted_synonyms || wanted_name) as term where term ~ '[,;]')
      then 'Names can''t have commas or semicolons.'
    when length(wanted_description) > 300 then 'Description too long: 300 characters at most'
    when cardinality(wanted_synonyms) > 30 then 'A use can have at most 30 synonyms.'
    when exists (select from unnest(wanted_synonyms) as term where length(term) > 60) then 'A synonym has at most 60 characters.'
    when not exists (select from public.categories c where c.name = save_capability.category) then 'Please choose a category.'
    when exists (select from public.capabilities c where lower(c.name) = lower(wanted_name) and c.slug <> wanted)
      then format('There is already a use named %s.', wanted_name) end;
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  delete from public.capability_redirects r where r.slug = wanted;
  insert into public.capabilities (slug, name, category, description, synonyms)
    values (wanted, wanted_name, save_capability.category, wanted_description, wanted_synonyms)
  on conflict on constraint capabilities_pkey do update set name = excluded.name, category = excluded.category,
    description = excluded.description, synonyms = excluded.synonyms;
end $$;
create function private.replace_in_list(list jsonb, before text, after text) returns jsonb
language sql immutable set search_path = '' as $$
  select case jsonb_typeof(list) when 'array' then (select jsonb_agg(text order by text) from (
    select distinct case text when before then after else text end as text from jsonb_array_elements_text(list) as text) replaced)
    else list end
$$;
create function public.merge_capabilities(source text, target text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  merged public.capabilities;
  tools uuid[];
  names text[];
begin
  perform private.require_decider();
  -- In the order of slugs, so that two merges of the same pair wait for each other.
  perform from public.capabilities c where c.slug in (merge_capabilities.source, merge_capabilities.target) order by c.slug for update;
  select * into merged from public.capabilities c where c.slug = merge_capabilities.source;
  perform private.refuse_if(merged.slug is null or not exists (select from public.capabilities c where c.slug = merge_capabilities.target),
    'PT404', 'We could not find this use.');
  perform private.refuse_if(merge_capabilities.source = merge_capabilities.target,
    'check_violation', 'Please choose two different uses.');
  tools := array(select t.id from public.tools t join public.tool_capabilities l on l.tool_id = t.id
    where l.capability = merge_capabilities.source order by t.id for no key update of t);
  update public.capability_redirects r set capability = merge_capabilities.target where r.capability = merge_capabilities.source;
  delete from public.capabilities c where c.slug = merge_capabilities.source;
  insert into public.tool_capabilities (tool_id, capability) select tool, merge_capabilities.target from unnest(tools) as tool
    on conflict do nothing;
  update private.removed_content removed set row_data = removed.row_data || jsonb_build_object('capability', merge_capabilities.target)
    where removed.table_name = 'public.tool_capabilities' and removed.row_data ->> 'capability' = merge_capabilities.source;
  select array_agg(term order by place) into names from public.capabilities c,
    unnest(private.clean_aliases(c.synonyms || merged.name || merged.synonyms)) with ordinality as terms (term, place)
    where c.slug = merge_capabilities.target and lower(term) <> lower(c.name);
  perform private.refuse_if(cardinality(names) > 30, 'check_violation', 'A use can have at most 30 synonyms.');
  update public.capabilities c set synonyms = coalesce(names, '{}') where c.slug = merge_capabilities.target;
  update public.tool_edits e set changes = e.changes || jsonb_build_object('capabilities', (
      select jsonb_agg(private.replace_in_list(value, merge_capabilities.source, merge_capabilities.target) order by place)
      from jsonb_array_elements(e.changes -> 'capabilities') with ordinality as side (value, place)))
    where e.status = 'open' and e.changes ? 'capabilities';
  -- Those of removed tools.
  update private.removed_content removed set row_data = jsonb_set(removed.row_data, '{changes,capabilities}', (
      select jsonb_agg(private.replace_in_list(value, merge_capabilities.source, merge_capabilities.target) order by place)
      from jsonb_array_elements(removed.row_data -> 'changes' -> 'capabilities') with ordinality as side (value, place)))
    where removed.table_name = 'public.tool_edits' and removed.row_data ->> 'status' = 'open'
      and removed.row_data -> 'changes' ? 'capabilities';
  insert into public.capability_redirects (slug, capability) values (merge_capabilities.source, merge_capabilities.target);
end $$;
create function public.remove_capability(slug text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_decider();
  -- Tools before capabilities, as other changes lock them.
  perform from public.tools t join public.tool_capabilities l on l.tool_id = t.id
    where l.capability = remove_capability.slug order by t.id for no key update of t;
  delete from public.capabilities c where c.slug = remove_capability.slug;
  perform private.refuse_if(not found, 'PT404', 'We could not find this use.');
end $$;
grant execute on function public.save_capability, public.merge_capabilities, public.remove_capability to authenticated;
create function private.list_capability_names(slugs text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(select c.name from public.capabilities c
    where c.slug = any (slugs || array(select r.capability from public.capability_redirects r where r.slug = any (slugs)))
    order by c.name)
$$;
create function public.used_for_names(review public.reviews) returns text[]
language sql stable security definer set search_path = '' as $$
  select private.list_capability_names(review.used_for)
$$;
create function public.used_for_names(revision public.review_revisions) returns text[]
language sql stable security definer set search_path = '' as $$
  select private.list_capability_names(revision.used_for)
$$;
create function public.tool_capability_figures(tool uuid)
returns table (slug text, name text, reviewers integer, mean_rating numeric)
language sql stable security definer set search_path = '' set jit = off as $$
  select c.slug, c.name, count(*)::integer, round(avg(chosen.rating), 2)
  from (
    select distinct r.id, r.rating, coalesce(redirect.capability, used.slug) as slug
    from public.reviews r cross join unnest(r.used_for) as used (slug)
    left join public.capability_redirects redirect on redirect.slug = used.slug
    where r.tool_id = tool_capability_figures.tool and r.used_for <> '{}'
  ) chosen
  join public.tool_capabilities l on l.tool_id = tool_capability_figures.tool and l.capability = chosen.slug
  join public.capabilities c on c.slug = l.capability
  group by c.slug, c.name order by count(*) desc, c.name
$$;
grant execute on function public.used_for_names(public.reviews), public.used_for_names(public.review_revisions),
  public.tool_capability_figures to anon, authenticated, service_role;
create table private.tools_without_use (
  tool_id uuid primary key references public.tools (id) on delete cascade
);
call private.secure_internal_table('private.tools_without_use');
create function private.match_capabilities() returns table (tool_id uuid, slug text)
language sql stable set search_path = '' set enable_seqscan = off set jit = off as $$
  select distinct t.id, terms.slug
  from (
    select s.slug, s.term, case when s.term like '% %' then phraseto_tsquery('pg_catalog.english', s.term)
      else (quote_literal(s.term) || ':AB')::tsquery end as query
    from private.search_terms s where s.kind = 'capability'
  ) terms join public.tools t on t.search @@ terms.query
  where numnode(terms.query) = 2 * cardinality(string_to_array(terms.term, ' ')) - 1
    and not exists (select from public.tool_capabilities l where l.tool_id = t.id)
    and not exists (select from private.tools_without_use declined where declined.tool_id = t.id)
$$;
create function public.suggested_capabilities(page_size integer default 20)
returns table (id uuid, slug text, name text, category text, description text, capabilities text[],
  names text[], total bigint, without_use bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.role() is distinct from 'service_role' then
    perform private.require_staff('moderator');
  end if;
  return query
  with matching as (
    select m.tool_id, array_agg(c.slug order by c.name) as slugs, array_agg(c.name order by c.name) as names
    from private.match_capabilities() m join public.capabilities c on c.slug = m.slug group by m.tool_id
  )
  select t.id, t.slug, t.name, t.category, t.description, m.slugs[:20], m.names[:20], count(*) over (),
    (select count(*) from public.tools other
      where not exists (select from public.tool_capabilities l where l.tool_id = other.id))
  from matching m join public.tools t on t.id = m.tool_id
  order by t.review_count desc, t.name_folded, t.id limit least(greatest(page_size, 1), 100);
end $$;
create function public.decide_capabilities(tool uuid, capabilities text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  changes constant jsonb := jsonb_build_object('capabilities', jsonb_build_array(null, to_jsonb(decide_capabilities.capabilities)));
begin
  perform private.require_decider();
  if decide_capabilities.capabilities is null then
    raise exception 'Please choose uses of this tool.' using errcode = 'check_violation';
  elsif not exists (select from public.tools t where t.id = decide_capabilities.tool) then
    raise exception 'We could not find this content.' using errcode = 'PT404';
  elsif cardinality(decide_capabilities.capabilities) > 0 then
    perform private.apply_tool_changes(decide_capabilities.tool, changes);
    perform private.record_tool_edit(decide_capabilities.tool, changes, null, 'Named in the text', auth.uid());
  else
    insert into private.tools_without_use (tool_id) values (decide_capabilities.tool) on conflict do nothing;
  end if;
end $$;
grant execute on function public.suggested_capabilities to authenticated, service_role;
grant execute on function public.decide_capabilities to authenticated;
create function public.add_tool_capabilities(tool uuid, capabilities text[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  slugs constant text[] := private.read_texts(private.clean_tool_value('capabilities', to_jsonb(add_tool_capabilities.capabilities)));
  problem constant text := private.check_tool_value('capabilities', to_jsonb(slugs));
  held bigint;
begin
  perform private.require_second_factor();
  perform private.require_no_suspension();
  perform private.refuse_if(problem is not null, 'check_violation', problem);
  if exists (select from public.tools t where t.id = add_tool_capabilities.tool and t.submitted_by = auth.uid()
    and t.created_at > now() - interval '1 hour')
  then
    insert into public.tool_capabilities select add_tool_capabilities.tool, slug from unnest(slugs) as slug on conflict do nothing;
    return;
  end if;
  select removed.decision into held from private.removed_content removed
    join public.moderation_decisions d on d.number = removed.decision and d.action = 'hold'
    where removed.row_id = add_tool_capabilities.tool and removed.table_name = 'public.tools'
      and removed.row_data ->> 'submitted_by' = auth.uid()::text
      and (removed.row_data ->> 'created_at')::timestamptz > now() - interval '1 hour'
    for update of removed;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  delete from private.removed_content removed
    where removed.decision = held and removed.row_id = add_tool_capabilities.tool and removed.table_name = 'public.tool_capabilities';
  insert into private.removed_content (decision, position, table_name, row_id, row_data)
    select held, 2, 'public.tool_capabilities', add_tool_capabilities.tool,
      jsonb_build_object('tool_id', add_tool_capabilities.tool, 'capability', slug) from unnest(slugs) as slug;
end $$;
grant execute on function public.add_tool_capabilities to authenticated;
create table public.tool_makers (
  tool_id uuid primary key references public.tools (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  -- How and when the company proved it, and when the proof was last found.
  method text not null constraint tool_makers_method check (method in ('dns', 'file', 'meta', 'repository', 'staff')),
  verified_on date not null default (now() at time zone 'utc')::date,
  checked_at timestamptz not null default now(),
  -- Whether it is demo content.
  is_sample boolean not null default false
);
create index tool_makers_company_id_idx on public.tool_makers (company_id);
call private.secure_public_table('public.tool_makers');
call private.announce_table('public.tool_makers', 'tool:tool_id', 'company:company_id');
create table private.tool_claims (
  id uuid primary key default gen_random_uuid(),
  tool_id uuid not null references public.tools (id) on delete cascade,
  company_id uuid not null references public.companies (id) on delete cascade,
  claimant_id uuid references private.profiles (user_id) on delete set null,
  method text constraint tool_claims_method check (method in ('dns', 'file', 'meta', 'repository', 'staff')),
  token text not null constraint tool_claims_token_key unique
    default left(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex'), 32),
  status text not null default 'open' constraint tool_claims_status check (status in ('open', 'granted', 'refused', 'expired')),
  checked_at timestamptz,
  -- What the last check found, or the explanation of a moderator.
  detail text constraint tool_claims_detail_length check (length(detail) <= 2000),
  created_at timestamptz not null default now(),
  -- When the server looks for the token next. Null of an open claim until a member asks for a check.
  check_at timestamptz,
  -- The website in which the server looks, and the one in which it found the token: a proof is worth nothing for another one.
  checked_website text,
  proven_website text,
  -- The checks of a granted claim that have failed since the last success.
  failed_at timestamptz[] not null default '{}',
  -- The last day on which members requested checks, and the number of these checks.
  checks_on date,
  checks_count integer not null default 0
);
create unique index tool_claims_live_key on private.tool_claims (tool_id, company_id) where status in ('open', 'granted');
create index tool_claims_company_idx on private.tool_claims (company_id, created_at);
create index tool_claims_claimant_idx on private.tool_claims (claimant_id);
create index tool_claims_due_idx on private.tool_claims (check_at) where check_at is not null;
create index tool_claims_status_idx on private.tool_claims (status, created_at);
call private.secure_internal_table('private.tool_claims');
create function private.list_claim_places(website text, out dns_name text, out file_url text, out page_url text,
  out is_repository boolean, out domain text, out is_home boolean)
language plpgsql immutable set search_path = '' as $$
declare
  parts constant text[] := regexp_match(btrim(website), '^(https?)://([^/:?#]+)(:[0-9]+)?(/[^?#]*)?', 'i');
  host constant text := lower(parts[2]);
  path text := rtrim(coalesce(parts[4], ''), '/');
begin
  is_repository := false;
  is_home := false;
  if parts is null then
    return;
  end if;
  domain := regexp_replace(host, '^www\.', '') || coalesce(parts[3], '');
  if domain in ('github.com', 'gitlab.com', 'codeberg.org') and path ~ '^/[\w.-]+/[\w.-]+$' then
    is_repository := true;
    path := regexp_replace(path, '\.git$', '');
    file_url := case domain
      when 'github.com' then 'https://raw.githubusercontent.com' || path || '/HEAD/.toolmark-verify'
      when 'gitlab.com' then 'https://gitlab.com' || path || '/-/raw/HEAD/.toolmark-verify'
      else 'https://codeberg.org/api/v1/repos' || path || '/raw/.toolmark-verify' end;
    return;
  end if;
  page_url := btrim(website);
  is_home := path = '' and position('?' in website) = 0;
  if is_home then
    file_url := lower(parts[1]) || '://' || host || coalesce(parts[3], '') || '/.well-known/toolmark-verify.txt';
    dns_name := case when host !~ '^[0-9.]+$' and position('.' in host) > 0 then regexp_replace(host, '^www\.', '') end;
  end if;
end $$;
create function private.is_own_website(website text, domain text) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce((select p.domain = is_own_website.domain or split_part(p.domain, ':', 1) = split_part(is_own_website.domain, ':', 1)
      or p.domain like '%.' || is_own_website.domain
    from private.list_claim_places(is_own_website.website) p), true)
$$;
create function private.acts_for_company(company uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.company_members m
    where m.company_id = acts_for_company.company and m.user_id = auth.uid() and m.is_confirmed)
$$;
create function private.acts_for_maker(tool uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.tool_makers m where m.tool_id = acts_for_maker.tool and private.acts_for_company(m.company_id))
$$;
grant execute on function private.acts_for_company, private.acts_for_maker to anon, authenticated, service_role;
create function private.find_relationship(tool uuid, person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case when bool_or(m.tool_id = find_relationship.tool) then 'maker'
    when bool_or(own.categories && reviewed.categories and m.company_id is distinct from maker.company_id) then 'competitor' end
  from public.company_members c
  join public.tool_makers m on m.company_id = c.company_id
  join public.tools own on own.id = m.tool_id
  join public.tools reviewed on reviewed.id = find_relationship.tool
  left join public.tool_makers maker on maker.tool_id = find_relationship.tool
  where c.user_id = person and c.is_confirmed
$$;
create function private.label_review() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  found_relationship text;
begin
  if private.get_content_move() = 'restore' then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- Waits for private.label_reviews, which does not see this review yet. After the account, as its deletion.
    perform from private.profiles p where p.user_id = new.user_id for key share;
    perform from public.company_members c where c.user_id = new.user_id order by c.company_id for share;
  end if;
  found_relationship := private.find_relationship(new.tool_id, new.user_id);
  if tg_op = 'INSERT' and found_relationship = 'maker' and private.is_client_request() then
    raise exception 'You make %. You can reply to its reviews but not write one.', (select t.name from public.tools t where t.id = new.tool_id)
      using errcode = 'insufficient_privilege';
  end if;
  if found_relationship is not null then
    new.relationship := found_relationship;
    new.is_relationship_found := true;
  elsif tg_op = 'UPDATE' and old.is_relationship_found then
    new.relationship := old.relationship;
  end if;
  return new;
end $$;
create trigger label_review before insert or update of relationship, tool_id on public.reviews
  for each row when (new.user_id is not null) execute function private.label_review();
create function private.refuse_vote_of_maker() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  tool record;
begin
  select t.id, t.name into tool from public.reviews r join public.tools t on t.id = r.tool_id where r.id = new.review_id;
  if private.acts_for_maker(tool.id) then
    raise exception 'You make %. You can reply to its reviews but not vote on them.', tool.name using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger refuse_vote_of_maker before insert on public.review_helpful_votes
  for each row when (current_user = 'authenticated') execute function private.refuse_vote_of_maker();
create function private.label_reviews(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  labelled record;
begin
  -- Waits for reviews that they are writing.
  perform from public.company_members c where c.company_id = label_reviews.company order by c.user_id for no key update;
  perform set_config('toolmark.moving_content', 'label', true);
  for labelled in
    select r.id, private.find_relationship(r.tool_id, r.user_id) as relationship
    from public.reviews r join public.company_members c on c.user_id = r.user_id
    where c.company_id = label_reviews.company and c.is_confirmed order by r.id
  loop
    update public.reviews r set relationship = labelled.relationship, is_relationship_found = true
      where r.id = labelled.id and labelled.relationship is not null
        and (r.relationship is distinct from labelled.relationship or not r.is_relationship_found);
  end loop;
  perform set_config('toolmark.moving_content', '', true);
end $$;
create function private.update_verification(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  proven text;
begin
  if exists (select from private.removed_content r where r.table_name = 'public.companies' and r.row_id = company) then
    return;
  end if;
  select coalesce(c.domain, place.domain) into proven
    from private.tool_claims claim
    join public.tools t on t.id = claim.tool_id
    join public.companies c on c.id = claim.company_id
    cross join lateral private.list_claim_places(t.website_url) place
    where claim.company_id = update_verification.company and claim.status = 'granted' and claim.method in ('dns', 'file', 'meta')
      and claim.proven_website = t.website_url and place.is_home and private.is_own_website(c.website, place.domain)
      and split_part(coalesce(c.domain, place.domain), ':', 1) = split_part(place.domain, ':', 1)
    order by claim.created_at limit 1;
  if exists (select from public.companies c where c.domain = proven and c.verified and c.id <> update_verification.company) then
    proven := null;
  end if;
  update public.companies c set verified = proven is not null, domain = coalesce(proven, c.domain)
    where c.id = update_verification.company and c.verified <> (proven is not null);
end $$;
create function private.require_company_admin(company uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  name text;
begin
  perform private.require_no_suspension();
  select c.name into name from public.companies c where c.id = require_company_admin.company;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  if not private.is_company_admin(require_company_admin.company) then
    raise exception 'Only admins of % can do this.', name using errcode = 'insufficient_privilege';
  end if;
end $$;
create function private.require_acting_admin(company uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_company_admin(require_acting_admin.company);
  if not private.acts_for_company(require_acting_admin.company)
    and not exists (select from private.company_founders f where f.company_id = require_acting_admin.company and f.user_id = auth.uid())
  then
    raise exception 'Only confirmed members of % can do this.', (select c.name from public.companies c where c.id = require_acting_admin.company)
      using errcode = 'insufficient_privilege';
  end if;
end $$;
create function private.describe_claim(claim private.tool_claims) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('claim', claim.id, 'token', claim.token, 'dns_name', place.dns_name, 'file_url', place.file_url,
    'meta', case when place.page_url is not null
      then format('<meta name="toolmark-verify" content="toolmark-verify=%s">', claim.token) end)
  from public.tools t cross join lateral private.list_claim_places(t.website_url) place where t.id = claim.tool_id
$$;
create function public.start_tool_claim(tool uuid, company uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  live private.tool_claims;
  maker record;
begin
  perform private.require_factor();
  perform private.require_company_admin(start_tool_claim.company);
  -- Waits for a moderator who removes the tool.
  perform from public.tools t where t.id = start_tool_claim.tool for key share;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  select c.id, c.name into maker from public.tool_makers m join public.companies c on c.id = m.company_id
    where m.tool_id = start_tool_claim.tool and m.company_id <> start_tool_claim.company;
  if found then
    raise exception '% already manages this tool. If that is wrong, please report it.', maker.name using errcode = 'PT409';
  end if;
  select * into live from private.tool_claims c
    where c.tool_id = start_tool_claim.tool and c.company_id = start_tool_claim.company and c.status in ('open', 'granted');
  if not found then
    perform private.count_daily_use('claims', 20);
    insert into private.tool_claims (tool_id, company_id, claimant_id)
      values (start_tool_claim.tool, start_tool_claim.company, auth.uid())
      on conflict (tool_id, company_id) where status in ('open', 'granted') do update set company_id = excluded.company_id
      returning * into live;
  end if;
  return private.describe_claim(live);
end $$;
grant execute on function public.start_tool_claim to authenticated;
create function public.check_tool_claim(claim uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  max_checks constant integer := 10;
  today constant date := (now() at time zone 'utc')::date;
  checked private.tool_claims;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  select * into checked from private.tool_claims c where c.id = check_tool_claim.claim and private.is_company_admin(c.company_id);
  perform private.refuse_if(not found, 'PT404', 'We could not find this claim.');
  if checked.status not in ('open', 'granted') or checked.method = 'staff' then
    return jsonb_build_object('status', checked.status, 'detail', checked.detail);
  end if;
  -- Checks of one company come one after the other, so that each of them counts.
  perform pg_advisory_xact_lock(hashtext('claims ' || checked.company_id));
  if (select sum(c.checks_count) from private.tool_claims c where c.company_id = checked.company_id and c.checks_on = today) >= max_checks then
    raise exception 'You have reached today''s limit of % %. Please try again tomorrow.', max_checks, 'checks' using errcode = 'PT429';
  end if;
  -- After a time in which the server that answers this call takes it.
  update private.tool_claims c set check_at = now() + interval '20 seconds', checks_on = today,
      checks_count = case when c.checks_on = today then c.checks_count else 0 end + 1
    where c.id = checked.id;
  return jsonb_build_object('status', checked.status, 'detail', null);
end $$;
grant execute on function public.check_tool_claim to authenticated;
create function public.claims_to_check(n integer, as_of timestamptz default now(), claim uuid default null)
returns table (id uuid, token text, dns_name text, file_url text, page_url text, is_repository boolean)
language sql security definer set search_path = '' as $$
  with taken as (
    update private.tool_claims c set check_at = greatest(coalesce(as_of, now()), now()) + interval '2 minutes',
      checked_website = t.website_url
    from public.tools t
    -- An array, as in public.claim_emails.
    where t.id = c.tool_id and c.id = any (array(
      select due.id from private.tool_claims due
      where due.status in ('open', 'granted')
        and (claims_to_check.claim is null and due.check_at <= coalesce(as_of, now()) or due.id = claims_to_check.claim and due.check_at is not null)
      order by due.check_at limit least(greatest(n, 0), 100) for update skip locked))
    returning c.id, c.token, c.checked_website
  )
  select taken.id, taken.token, place.dns_name, place.file_url, place.page_url, place.is_repository
  from taken cross join lateral private.list_claim_places(taken.checked_website) place
  order by taken.id
$$;
grant execute on function public.claims_to_check to service_role;
create function private.tell_of_claim(claim private.tool_claims) returns void
language plpgsql security definer set search_path = '' as $$
declare
  recipients constant uuid[] := array(
    select claim.claimant_id where claim.claimant_id is not null
    union
    select m.user_id from public.company_members m where m.company_id = claim.company_id and m.is_admin);
begin
  perform private.queue_email('tool_claim', jsonb_build_object('tool', t.name, 'slug', t.slug, 'company', c.name, 'status', claim.status,
      'method', claim.method, 'detail', claim.detail), recipient)
    from public.tools t, public.companies c, unnest(recipients) as recipient
    where t.id = claim.tool_id and c.id = claim.company_id;
  perform private.notify(recipients, 'claim', 'tool', claim.tool_id, jsonb_build_object('tool', t.name, 'slug', t.slug,
      'company_id', claim.company_id, 'status', claim.status))
    from public.tools t where t.id = claim.tool_id;
end $$;
create function private.grant_claim(granted uuid, proved_by text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim private.tool_claims;
begin
  select * into claim from private.tool_claims c where c.id = granted;
  insert into public.tool_makers (tool_id, company_id, method) values (claim.tool_id, claim.company_id, proved_by)
    on conflict (tool_id) do nothing;
  if not found then
    perform private.end_claim(granted, 'refused', (select format('%s already manages this tool. If that is wrong, please report it.', c.name)
      from public.tool_makers m join public.companies c on c.id = m.company_id where m.tool_id = claim.tool_id));
    return;
  end if;
  update private.tool_claims c set status = 'granted', method = proved_by, detail = note, failed_at = '{}',
      check_at = case when proved_by <> 'staff' then now() + interval '30 days' end
    where c.id = granted returning * into claim;
  update public.company_members m set is_confirmed = true
    where m.company_id = claim.company_id and m.user_id = claim.claimant_id and not m.is_confirmed;
  perform private.update_verification(claim.company_id);
  perform private.label_reviews(claim.company_id);
  perform private.tell_of_claim(claim);
end $$;
create function private.end_claim(ended uuid, ended_as text, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claim private.tool_claims;
begin
  update private.tool_claims c set status = ended_as, detail = note, check_at = null where c.id = ended returning * into claim;
  delete from public.tool_makers m where m.tool_id = claim.tool_id and m.company_id = claim.company_id;
  perform private.update_verification(claim.company_id);
  perform private.tell_of_claim(claim);
end $$;
create function private.lock_claim(wanted uuid) returns private.tool_claims
language plpgsql security definer set search_path = '' as $$
declare
  claim private.tool_claims;
begin
  perform from private.profiles p where p.user_id = (select c.claimant_id from private.tool_claims c where c.id = wanted) for key share;
  select * into claim from private.tool_claims c where c.id = wanted for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this claim.');
  return claim;
end $$;
create function public.record_claim_check(claim uuid, found boolean, detail text, method text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  checked private.tool_claims := private.lock_claim(record_claim_check.claim);
  -- By its position: PL/pgSQL has a variable of this name.
  has_token constant boolean := coalesce($2, false);
  note constant text := left(record_claim_check.detail, 500);
  website constant text := (select t.website_url from public.tools t where t.id = checked.tool_id);
  proved_by text;
  failures timestamptz[];
begin
  if checked.status in ('open', 'granted') and checked.checked_website <> coalesce(website, '') then
    -- The website has changed during the check.
    update private.tool_claims c set check_at = now(), checked_website = null where c.id = checked.id;
    return jsonb_build_object('status', checked.status, 'detail', checked.detail);
  end if;
  if checked.status in ('open', 'granted') then
    update private.tool_claims c set checked_at = now(), check_at = null, detail = note, checked_website = null,
        proven_website = case when has_token then website else c.proven_website end
      where c.id = checked.id;
  end if;
  if checked.status in ('open', 'granted') and has_token then
    proved_by := coalesce(record_claim_check.method, checked.method, (
      select case when place.is_repository then 'repository' when place.is_home then 'file' else 'meta' end
      from private.list_claim_places(website) place));
    if checked.status = 'open' then
      perform private.grant_claim(checked.id, proved_by, note);
    else
      update private.tool_claims c set method = proved_by, failed_at = '{}', check_at = now() + interval '30 days' where c.id = checked.id;
      update public.tool_makers m set checked_at = now(), method = proved_by,
          verified_on = case when m.method = proved_by then m.verified_on else (now() at time zone 'utc')::date end
        where m.tool_id = checked.tool_id and m.company_id = checked.company_id;
      perform private.update_verification(checked.company_id);
    end if;
  elsif checked.status = 'granted' then
    failures := array(select failed from unnest(checked.failed_at) as failed where failed > now() - interval '14 days') || now();
    update private.tool_claims c set failed_at = failures, check_at = now() + interval '4 days' where c.id = checked.id;
    if cardinality(failures) >= 3 then
      perform private.end_claim(checked.id, 'expired', note);
    end if;
  end if;
  return (select jsonb_build_object('status', c.status, 'detail', c.detail) from private.tool_claims c where c.id = checked.id);
end $$;
grant execute on function public.record_claim_check to service_role;
create function private.check_changed_website() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.tool_claims c set check_at = now() where c.tool_id = new.id and c.status = 'granted' and c.method <> 'staff';
  return null;
end $$;
create trigger check_changed_website after update of website_url on public.tools
  for each row when (old.website_url is distinct from new.website_url) execute function private.check_changed_website();
create function public.my_tool_claims()
returns table (claim uuid, tool_id uuid, tool text, slug text, company_id uuid, company text, status text, method text,
  token text, dns_name text, file_url text, meta text, checked_at timestamptz, detail text, verified_on date, is_checking boolean,
  created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_factor();
  return query
    select c.id, t.id, t.name, t.slug, f.id, f.name, c.status, c.method, c.token, described.places ->> 'dns_name',
      described.places ->> 'file_url', described.places ->> 'meta', c.checked_at, c.detail, m.verified_on,
      c.status = 'open' and c.check_at is not null, c.created_at
    from private.tool_claims c
    join public.company_members admin on admin.company_id = c.company_id and admin.user_id = auth.uid() and admin.is_admin
    join public.tools t on t.id = c.tool_id
    join public.companies f on f.id = c.company_id
    cross join lateral (select private.describe_claim(c) as places) described
    left join public.tool_makers m on m.tool_id = c.tool_id and m.company_id = c.company_id and c.status = 'granted'
    order by c.created_at desc, c.id;
end $$;
grant execute on function public.my_tool_claims to authenticated;
create function public.release_tool(tool uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  company uuid;
begin
  perform private.require_factor();
  select m.company_id into company from public.tool_makers m where m.tool_id = release_tool.tool;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.require_acting_admin(company);
  perform private.end_claim(c.id, 'expired', 'The company has released the tool.')
    from private.tool_claims c where c.tool_id = release_tool.tool and c.company_id = company and c.status = 'granted';
  delete from public.tool_makers m where m.tool_id = release_tool.tool and m.company_id = company;
end $$;
grant execute on function public.release_tool to authenticated;
create function public.resolve_tool_claim(claim uuid, accept boolean, explanation text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  resolved private.tool_claims;
  maker text;
  written constant text := private.trim_text(coalesce(resolve_tool_claim.explanation, ''));
begin
  perform private.require_decider();
  resolved := private.lock_claim(resolve_tool_claim.claim);
  perform private.refuse_if(resolved.claimant_id = auth.uid() or exists (select from public.company_members m
    where m.company_id = resolved.company_id and m.user_id = auth.uid()),
    'insufficient_privilege', 'You are involved in this case. Another moderator has to decide it.');
  perform private.refuse_if(resolve_tool_claim.accept is null, 'check_violation', 'Please accept or refuse the claim.');
  perform private.refuse_if(length(written) not between 30 and 2000,
    'check_violation', 'Please explain the decision in 30 to 2,000 characters.');
  perform private.refuse_if(resolved.status not in ('open', 'granted') or resolved.status = 'granted' and resolve_tool_claim.accept,
    'PT409', 'This has already been decided.');
  if not resolve_tool_claim.accept then
    perform private.end_claim(resolved.id, 'refused', written);
    return;
  end if;
  select c.name into maker from public.tool_makers m join public.companies c on c.id = m.company_id where m.tool_id = resolved.tool_id;
  if found then
    raise exception '% already manages this tool. If that is wrong, please report it.', maker using errcode = 'PT409';
  end if;
  perform private.grant_claim(resolved.id, 'staff', written);
end $$;
grant execute on function public.resolve_tool_claim to authenticated;
create function public.moderation_claims()
returns table (claim uuid, tool_id uuid, name text, slug text, website_url text, company_id uuid, company text, company_website text,
  claimant text, status text, method text, detail text, checked_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_staff('moderator');
  return query
    select c.id, t.id, t.name, t.slug, t.website_url, f.id, f.name, f.website, p.username, c.status, c.method, c.detail, c.checked_at, c.created_at
    from private.tool_claims c
    join public.tools t on t.id = c.tool_id
    join public.companies f on f.id = c.company_id
    left join private.profiles p on p.user_id = c.claimant_id
    where c.status = 'open' order by c.created_at, c.id limit 200;
end $$;
grant execute on function public.moderation_claims to authenticated;
create function public.confirm_company_member(company uuid, member uuid, confirmed boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor();
  perform private.require_company_admin(confirm_company_member.company);
  perform private.refuse_if(not (select c.verified from public.companies c where c.id = confirm_company_member.company),
    'insufficient_privilege', 'Only admins of a verified company can do this.');
  perform private.require_acting_admin(confirm_company_member.company);
  update public.company_members m set is_confirmed = coalesce(confirm_company_member.confirmed, false)
    where m.company_id = confirm_company_member.company and m.user_id = confirm_company_member.member;
  perform private.refuse_if(not found, 'PT404', 'We could not find this member.');
  perform private.label_reviews(confirm_company_member.company);
end $$;
grant execute on function public.confirm_company_member to authenticated;
create function private.require_maker(tool uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_no_suspension();
  perform private.refuse_if(not exists (select from public.tools t where t.id = require_maker.tool),
    'PT404', 'We could not find this content.');
  if not private.acts_for_maker(require_maker.tool) then
    raise exception 'Only confirmed members of % can do this.', coalesce((select c.name from public.tool_makers m
      join public.companies c on c.id = m.company_id where m.tool_id = require_maker.tool), 'the maker') using errcode = 'insufficient_privilege';
  end if;
end $$;
create policy maker_insert on public.review_replies for insert to authenticated with check (private.acts_for_maker(tool_id));
create policy maker_update on public.review_replies for update to authenticated
  using (private.acts_for_company(company_id)) with check (private.acts_for_company(company_id));
create policy company_delete on public.review_replies for delete to authenticated using (private.acts_for_company(company_id));
grant insert (review_id, tool_id, company_id, content), update (content), delete on public.review_replies to authenticated;
call private.guard_member_table('public.review_replies');
create trigger check_text before insert or update on public.review_replies for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('content');
call private.announce_table('public.review_replies', 'reviews:tool_id');
create function private.prepare_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  answered record;
  removed_by bigint;
begin
  if private.get_content_move() = 'restore' then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- One at a time, so that the second one finds the first.
    perform from public.reviews r where r.id = new.review_id for no key update;
  end if;
  select r.tool_id, r.revision into answered from public.reviews r where r.id = new.review_id;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  if private.is_client_request() then
    perform private.require_maker(answered.tool_id);
  end if;
  new.content := private.trim_text(new.content);
  perform private.refuse_if(length(coalesce(new.content, '')) not between 10 and 2000,
    'check_violation', 'A reply has 10 to 2,000 characters.');
  if tg_op = 'INSERT' then
    perform private.refuse_if(exists (select from public.review_replies p where p.review_id = new.review_id),
      'PT409', 'This company has already replied to this review.');
    select max(removed.decision) into removed_by from private.removed_content removed
      where removed.row_id = new.review_id and removed.table_name = 'public.review_replies';
    if private.is_client_request() and removed_by is not null then
      raise exception 'We removed your reply to this review (decision %). You can appeal.', removed_by using errcode = 'insufficient_privilege';
    end if;
    new.tool_id := answered.tool_id;
    new.company_id := coalesce((select m.company_id from public.tool_makers m where m.tool_id = answered.tool_id), new.company_id);
    new.review_revision := answered.revision;
  elsif new.content <> old.content then
    if greatest(old.created_at, old.edited_at) <= now() - interval '5 minutes' or old.review_revision <> answered.revision then
      insert into public.review_reply_revisions (review_id, number, content, review_revision, written_at)
        select old.review_id, count(*) + 1, old.content, old.review_revision, coalesce(old.edited_at, old.created_at)
        from public.review_reply_revisions v where v.review_id = old.review_id;
      new.edited_at := now();
    end if;
    new.review_revision := answered.revision;
  end if;
  return new;
end $$;
create trigger prepare_reply before insert or update of content on public.review_replies
  for each row execute function private.prepare_reply();
create function private.move_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.review_replies p set tool_id = new.tool_id where p.review_id = new.id;
  return null;
end $$;
create trigger move_reply after update of tool_id on public.reviews
  for each row when (old.tool_id <> new.tool_id) execute function private.move_reply();
create policy maker_select on public.review_campaigns for select to authenticated using (private.acts_for_maker(tool_id));
create function public.create_campaign(tool uuid, name text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  written constant text := private.strip_markup(coalesce(create_campaign.name, ''));
  new_code text;
begin
  perform private.require_factor();
  perform private.require_maker(create_campaign.tool);
  perform private.refuse_if(length(written) not between 1 and 80,
    'check_violation', 'The name of an invitation has 1 to 80 characters.');
  perform private.count_daily_use('campaigns', 20);
  insert into public.review_campaigns (tool_id, name) values (create_campaign.tool, written) returning code into new_code;
  return new_code;
end $$;
grant execute on function public.create_campaign to authenticated;
create function public.close_campaign(campaign uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_tool uuid;
begin
  perform private.require_factor();
  select c.tool_id into of_tool from public.review_campaigns c where c.id = close_campaign.campaign;
  perform private.refuse_if(not found, 'PT404', 'We could not find this invitation.');
  perform private.require_maker(of_tool);
  update public.review_campaigns c set closed_at = now() where c.id = close_campaign.campaign and c.closed_at is null;
end $$;
grant execute on function public.close_campaign to authenticated;
create function public.find_campaign(tool uuid, code text) returns uuid
language sql stable security definer set search_path = '' as $$
  select c.id from public.review_campaigns c where c.tool_id = find_campaign.tool and c.code = find_campaign.code and c.closed_at is null
$$;
grant execute on function public.find_campaign to anon, authenticated, service_role;
create function private.refuse_ended_campaign() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(private.is_client_request() and not exists (select from public.review_campaigns c
    where c.id = new.campaign_id and c.tool_id = new.tool_id and c.closed_at is null),
    'check_violation', 'This invitation has ended.');
  return new;
end $$;
create trigger refuse_ended_campaign before insert on public.reviews
  for each row when (new.campaign_id is not null) execute function private.refuse_ended_campaign();
create function private.is_report_upheld(decision bigint) returns boolean
language sql stable security definer set search_path = '' as $$
  select (d.action <> 'keep') <> (d.appeal_outcome is not distinct from 'reversed')
  from public.moderation_decisions d where d.number = is_report_upheld.decision
$$;
create function private.require_report_of_maker(company uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  rejected record;
begin
  perform pg_advisory_xact_lock(hashtext('report of ' || company));
  perform private.refuse_if((select count(*) from private.reports r where r.from_maker = company and r.status = 'open') >= 5,
    'PT429', 'You have five open reports. Please wait until we have decided about them. You can report illegal content at any time.');
  select count(*) as reports, max(last.closed_at) + interval '30 days' as ends_at into rejected
    from (
      select r.decision, r.closed_at from private.reports r
      where r.from_maker = company and r.status = 'resolved' order by r.closed_at desc, r.number desc limit 5
    ) last where not private.is_report_upheld(last.decision);
  if rejected.reports >= 3 and rejected.ends_at > now() then
    raise exception 'Three of your last five reports were rejected. You can report again on %. You can report illegal content at any time.',
      to_char(rejected.ends_at at time zone 'utc', 'Mon FMDD, YYYY') using errcode = 'PT429';
  end if;
end $$;
create function public.maker_stats(tool uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with reviewed as (
    select r.rating, r.campaign_id is not null as is_invited, p.review_id is not null as is_answered,
      extract(epoch from p.created_at - r.created_at) / 86400 as days
    from public.reviews r left join public.review_replies p on p.review_id = r.id where r.tool_id = maker_stats.tool
  ), reported as (
    select r.rating, count(*) as made, count(*) filter (where private.is_report_upheld(r.decision)) as upheld
    from private.reports r where r.tool_id = maker_stats.tool and r.from_maker is not null group by r.rating
  )
  select jsonb_build_object(
    'answered', coalesce(round(avg(is_answered::integer), 4), 0),
    'median_days', round((percentile_cont(0.5) within group (order by days))::numeric, 1),
    'reports', (select coalesce(jsonb_agg(jsonb_build_object('rating', rating, 'made', made, 'upheld', upheld) order by rating), '[]') from reported),
    'invited', jsonb_build_object('reviews', count(*) filter (where is_invited), 'mean', round(avg(rating) filter (where is_invited), 2)),
    'others', jsonb_build_object('reviews', count(*) filter (where not is_invited), 'mean', round(avg(rating) filter (where not is_invited), 2)))
  from reviewed
$$;
grant execute on function public.maker_stats to anon, authenticated, service_role;
create table public.lists (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  name text not null constraint list_name_length check (length(name) between 1 and 80),
  description text not null default '' constraint list_description_length check (length(description) <= 500),
  -- Everybody who has its address sees an unlisted list; no other page or read of the API names it.
  visibility text not null default 'private' constraint list_visibility check (visibility in ('private', 'unlisted', 'public')),
  tool_count integer not null default 0,
  -- How many other members copied it.
  copies integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index lists_user_id_idx on public.lists (user_id, created_at);
create index lists_public_idx on public.lists (copies desc, id desc) where visibility = 'public';
create table public.list_items (
  list_id uuid not null references public.lists (id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  note text not null default '' constraint list_note_length check (length(note) <= 280),
  -- From 0; a new tool is the last.
  position integer,
  primary key (list_id, tool_id)
);
create index list_items_tool_id_idx on public.list_items (tool_id);
call private.secure_table('public.lists');
create policy reader_select on public.lists for select using (visibility = 'public' or user_id = (select auth.uid()));
create policy owner_insert on public.lists for insert to authenticated with check (user_id = (select auth.uid()));
create policy owner_update on public.lists for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy owner_delete on public.lists for delete to authenticated using (user_id = (select auth.uid()));
grant select on public.lists to anon, authenticated;
grant insert (user_id, name, description, visibility), update (name, description, visibility), delete
  on public.lists to authenticated;
grant select, insert, update, delete on public.lists to service_role;
create function private.owns_list(list uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.lists l where l.id = list and l.user_id = auth.uid())
$$;
grant execute on function private.owns_list to anon, authenticated, service_role;
call private.secure_table('public.list_items');
create policy reader_select on public.list_items for select
  using (exists (select from public.lists l where l.id = list_id));
create policy owner_insert on public.list_items for insert to authenticated with check (private.owns_list(list_id));
create policy owner_update on public.list_items for update to authenticated
  using (private.owns_list(list_id)) with check (private.owns_list(list_id));
create policy owner_delete on public.list_items for delete to authenticated using (private.owns_list(list_id));
grant select on public.list_items to anon, authenticated;
grant insert (list_id, tool_id, note), update (note), delete on public.list_items to authenticated;
grant select, insert, update, delete on public.list_items to service_role;
call private.guard_member_table('public.lists');
call private.guard_member_table('public.list_items');
call private.announce_truncate('public.lists');
call private.announce_truncate('public.list_items');
create trigger check_text before insert or update on public.lists for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('name', 'description');
create trigger check_text before insert or update on public.list_items for each row
  when (current_user = 'authenticated') execute function private.refuse_filtered_text('note');
create function private.prepare_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.strip_markup(new.name);
  new.description := coalesce(private.strip_markup(new.description), '');
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  else
    -- One at a time, so that two requests do not both make the last list.
    perform from private.profiles where user_id = new.user_id for no key update;
    perform private.refuse_if((select count(*) from public.lists where user_id = new.user_id) >= 50 and private.get_content_move() <> 'restore',
      'check_violation', 'You can have at most 50 lists.');
  end if;
  return new;
end $$;
create trigger prepare_list before insert or update of name, description, visibility on public.lists
  for each row execute function private.prepare_list();
create function private.prepare_list_item() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  list public.lists;
begin
  new.note := coalesce(private.strip_markup(new.note), '');
  if tg_op = 'INSERT' then
    -- Locks the list: the last tool is counted once.
    select * into list from public.lists l where l.id = new.list_id for no key update;
    if list.tool_count >= 200 and private.get_content_move() <> 'restore'
      -- Saving it again changes nothing.
      and not exists (select from public.list_items i where i.list_id = new.list_id and i.tool_id = new.tool_id)
    then
      raise exception 'A list can have at most 200 tools.' using errcode = 'check_violation';
    end if;
    new.position := coalesce(new.position, (select max(i.position) + 1 from public.list_items i where i.list_id = new.list_id), 0);
  end if;
  return new;
end $$;
create trigger prepare_list_item before insert or update of note on public.list_items
  for each row execute function private.prepare_list_item();
create function private.count_list_item() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.lists set tool_count = tool_count + case when tg_op = 'INSERT' then 1 else -1 end, updated_at = now()
    where id = case when tg_op = 'INSERT' then new.list_id else old.list_id end;
  return null;
end $$;
create trigger count_list_item after insert or delete on public.list_items
  for each row execute function private.count_list_item();
create function private.announce_list() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_notify('page_tags', 'lists'), pg_notify('page_tags', 'list:' || coalesce(new.id, old.id));
  if tg_op <> 'INSERT' and (old.name, old.visibility, old.copies) is distinct from (new.name, new.visibility, new.copies)
    and 'public' in (old.visibility, coalesce(new.visibility, ''))
  then
    perform pg_notify('page_tags', 'tool-lists:' || i.tool_id) from public.list_items i where i.list_id = old.id;
  end if;
  return null;
end $$;
create trigger announce_tags after insert or update or delete on public.lists
  for each row execute function private.announce_list();
create trigger announce_tags after insert or update or delete on public.list_items
  for each row execute function private.announce_tags('list:list_id', 'tool-lists:tool_id');
create function public.shown_list(list uuid) returns setof public.lists
language sql stable security definer rows 1 set search_path = '' as $$
  select l.* from public.lists l where l.id = list and (l.visibility <> 'private' or l.user_id = auth.uid())
$$;
create function public.shown_list_items(list uuid) returns setof public.list_items
language sql stable security definer set search_path = '' as $$
  select i.* from public.list_items i join public.shown_list(shown_list_items.list) l on l.id = i.list_id order by i.position, i.tool_id
$$;
grant execute on function public.shown_list, public.shown_list_items to anon, authenticated, service_role;
create function public.order_list(list uuid, tools uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  perform from public.lists l where l.id = order_list.list and l.user_id = auth.uid() for no key update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this list.');
  update public.list_items i set position = ordered.place
    from (
      select item.tool_id, row_number() over (order by array_position(order_list.tools, item.tool_id), item.position, item.tool_id) - 1 as place
      from public.list_items item where item.list_id = order_list.list
    ) ordered
    where i.list_id = order_list.list and i.tool_id = ordered.tool_id and i.position is distinct from ordered.place;
end $$;
grant execute on function public.order_list to authenticated;
create table private.list_copies (
  list_id uuid not null references public.lists (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  primary key (list_id, user_id)
);
create index list_copies_user_id_idx on private.list_copies (user_id);
call private.secure_internal_table('private.list_copies');
create function public.copy_list(list uuid) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  source public.lists;
  copied uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  select * into source from public.shown_list(copy_list.list);
  perform private.refuse_if(not found, 'PT404', 'We could not find this list.');
  insert into public.lists (user_id, name, description) values (auth.uid(), source.name, source.description) returning id into copied;
  insert into public.list_items (list_id, tool_id, note, position)
    select copied, i.tool_id, i.note, i.position from public.list_items i where i.list_id = source.id order by i.position;
  if source.user_id <> auth.uid() then
    insert into private.list_copies (list_id, user_id) values (source.id, auth.uid()) on conflict do nothing;
    if found then
      update public.lists set copies = copies + 1 where id = source.id;
    end if;
  end if;
  return copied;
end $$;
grant execute on function public.copy_list to authenticated;
create function public.join_saved_tools(slugs text[]) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  joined uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  perform from private.profiles where user_id = auth.uid() for no key update;
  select l.id into joined from public.lists l
    where l.user_id = auth.uid() and l.name = 'Saved tools' and l.visibility = 'private' order by l.created_at limit 1;
  if joined is null then
    if (select count(*) from public.lists l where l.user_id = auth.uid()) >= 50 then
      return '{}';
    end if;
    insert into public.lists (user_id, name) values (auth.uid(), 'Saved tools') returning id into joined;
  end if;
  insert into public.list_items (list_id, tool_id)
    select joined, t.id from unnest(slugs[:200]) with ordinality as saved (slug, place)
      left join public.tool_redirects former on former.slug = saved.slug
      join public.tools t on t.slug = saved.slug or t.id = former.tool_id
    where not exists (select from public.list_items i where i.list_id = joined and i.tool_id = t.id)
    group by t.id order by min(saved.place)
    limit greatest(0, 200 - (select l.tool_count from public.lists l where l.id = joined));
  return array(
    select saved.slug from unnest(slugs) with ordinality as saved (slug, place)
      left join public.tool_redirects former on former.slug = saved.slug
      left join public.tools t on t.slug = saved.slug or t.id = former.tool_id
    where t.id is null or exists (select from public.list_items i where i.list_id = joined and i.tool_id = t.id)
    order by saved.place);
end $$;
grant execute on function public.join_saved_tools to authenticated;
create table public.tool_follows (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  tool_id uuid not null references public.tools (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint tool_follows_once unique (user_id, tool_id)
);
create index tool_follows_tool_id_idx on public.tool_follows (tool_id);
create table public.launch_reminders (
  id uuid primary key default gen_random_uuid(),
  launch_id uuid not null references private.launches (id) on delete cascade,
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint launch_reminders_once unique (launch_id, user_id)
);
create index launch_reminders_user_id_idx on public.launch_reminders (user_id);
create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null constraint notification_kind check (kind in ('decision', 'report', 'appeal', 'claim', 'edit', 'reply',
    'review', 'follower', 'helpful_votes', 'launch')),
  subject_type text not null check (subject_type in ('review', 'reply', 'tool', 'launch', 'list', 'profile', 'company')),
  -- The id of a reply is that of its review. Null for a profile that was decided about.
  subject_id uuid,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user_id_idx on public.notifications (user_id, created_at desc, id desc);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create index notifications_subject_id_idx on public.notifications (subject_id, kind);
create index notifications_created_at_idx on public.notifications (created_at);
create table public.notification_preferences (
  user_id uuid not null references private.profiles (user_id) on delete cascade,
  kind text not null constraint notification_preference_kind check (kind in ('decision', 'report', 'appeal', 'claim', 'edit',
    'reply', 'review', 'follower', 'helpful_votes', 'launch')),
  email text not null constraint notification_preference_email check (email in ('immediately', 'weekly', 'never')),
  primary key (user_id, kind)
);
call private.secure_table('public.notifications');
create policy owner_select on public.notifications for select to authenticated using (user_id = (select auth.uid()));
grant select on public.notifications to authenticated;
alter publication supabase_realtime add table public.notifications;
call private.guard_member_table('public.tool_follows', 'follows');
call private.guard_member_table('public.launch_reminders', 'follows');
call private.guard_member_table('public.notification_preferences', is_for_suspended => true);
call private.secure_own_table('public.tool_follows');
call private.secure_own_table('public.launch_reminders');
call private.secure_own_table('public.notification_preferences');
grant select, insert (user_id, tool_id), delete on public.tool_follows to authenticated;
grant select, insert (launch_id, user_id), delete on public.launch_reminders to authenticated;
create policy owner_update on public.notification_preferences for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy upcoming_insert on public.launch_reminders as restrictive for insert to authenticated
  with check (exists (select from private.launches l where l.id = launch_id and l.launch_date > (now() at time zone 'utc')::date));
grant select, insert (user_id, kind, email), update (user_id, kind, email), delete on public.notification_preferences to authenticated;
create function private.validate_preference() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.kind in ('decision', 'report', 'appeal', 'claim') and new.email <> 'immediately' then
    raise exception 'E-mails about decisions, reports, appeals and claims are always sent.' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger validate_preference before insert or update on public.notification_preferences
  for each row execute function private.validate_preference();
create function public.mark_notifications_read(ids uuid[] default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_factor();
  update public.notifications n set read_at = now()
    where n.user_id = auth.uid() and n.read_at is null
      and (mark_notifications_read.ids is null or n.id = any (mark_notifications_read.ids));
end $$;
grant execute on function public.mark_notifications_read to authenticated;
create function private.notify(recipients uuid[], kind text, subject_type text, subject_id uuid, data jsonb) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (user_id, kind, subject_type, subject_id, data)
    select p.user_id, notify.kind, notify.subject_type,
      case when notify.subject_type <> 'profile' then notify.subject_id end, notify.data
    from private.profiles p where p.user_id = any (recipients) and p.user_id is distinct from auth.uid()
    for key share of p skip locked
$$;
create function private.is_new_event() returns boolean
language sql stable set search_path = '' as $$
  select auth.role() is not null and private.get_content_move() = ''
$$;
create function private.can_notify(event text, subject uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  counted integer;
begin
  if not private.is_new_event() then
    return false;
  end if;
  if auth.uid() is null then
    return true;
  end if;
  insert into private.daily_usage (user_id, kind, day, count)
    values (auth.uid(), event || ' ' || subject, (now() at time zone 'utc')::date, 1)
    on conflict (user_id, kind, day) do update set count = private.daily_usage.count + 1
    returning count into counted;
  return counted <= 3;
end $$;
create function private.is_first_publication(subject uuid, written_at timestamptz) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.get_content_move() = 'restore' and coalesce((
    select held.decided_at = written_at and (select count(*) from public.moderation_decisions later
      where later.subject_id = subject and later.number > held.number and later.action = 'restore') = 1
    from public.moderation_decisions held
    where held.subject_id = subject and held.action = 'hold' order by held.number desc limit 1), false)
$$;
create function private.notify_of_reviews(reviews uuid[], are_new boolean) returns void
language sql security definer set search_path = '' as $$
  insert into public.notifications (user_id, kind, subject_type, subject_id, data)
    select person.user_id, 'review', 'review', review.id, jsonb_build_object('tool', tool.name, 'slug', tool.slug,
      'is_new', are_new, 'is_maker', recipient.is_maker)
    from public.reviews review
    join public.tools tool on tool.id = review.tool_id
    join private.profiles author on author.user_id = review.user_id and author.profile_visibility <> 'private'
    cross join lateral (
      select single.user_id, bool_or(single.is_maker) as is_maker from (
        select m.user_id, true as is_maker from public.tool_makers k
          join public.company_members m on m.company_id = k.company_id and m.is_confirmed
          where k.tool_id = review.tool_id
        union all
        select f.user_id, false from public.tool_follows f
          where are_new and review.first_published_on is null and f.tool_id = review.tool_id
      ) single group by single.user_id
    ) recipient
    join private.profiles person on person.user_id = recipient.user_id and person.user_id <> author.user_id
    where review.id = any (reviews)
    for key share of person skip locked
$$;
create function private.notify_of_new_reviews() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify_of_reviews(array_agg(n.id), true) from new_rows n
    where private.can_notify('review', n.tool_id) or private.is_first_publication(n.id, n.created_at) having count(*) > 0;
  perform private.notify_of_reviews(array_agg(n.id), false) from new_rows n
    where n.updated_at > n.created_at and private.is_first_publication(n.id, n.updated_at) having count(*) > 0;
  return null;
end $$;
create trigger notify_of_reviews after insert on public.reviews
  referencing new table as new_rows for each statement execute function private.notify_of_new_reviews();
create function private.notify_of_changed_review() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.can_notify('changed review', new.id) then
    perform private.notify_of_reviews(array[new.id], false);
  end if;
  return null;
end $$;
create trigger notify_of_changed_review after update of rating, title, content, pros, cons, used_version, used_plan, used_from,
    used_until, relationship, incentive, used_for on public.reviews
  for each row when (old.revision <> new.revision) execute function private.notify_of_changed_review();
create function private.notify_of_reply() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.can_notify('reply', new.review_id) then
    perform private.notify(array[r.user_id], 'reply', 'reply', r.id,
        jsonb_build_object('tool', t.name, 'slug', t.slug, 'company_id', new.company_id))
      from public.reviews r join public.tools t on t.id = r.tool_id where r.id = new.review_id;
  end if;
  return null;
end $$;
create trigger notify_of_reply after insert on public.review_replies
  for each row execute function private.notify_of_reply();
create function private.notify_of_followers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_new_event() then
    insert into public.notifications (user_id, kind, subject_type, subject_id)
      select person.user_id, 'follower', 'profile', follower.user_id
      from new_rows f
      join private.profiles follower on follower.user_id = f.follower_id and follower.profile_visibility <> 'private'
      join private.profiles person on person.user_id = f.following_id
      where not exists (select from public.notifications n
        where n.subject_id = follower.user_id and n.kind = 'follower' and n.user_id = person.user_id)
      for key share of person skip locked;
  end if;
  return null;
end $$;
create trigger notify_of_followers after insert on public.user_follows
  referencing new table as new_rows for each statement execute function private.notify_of_followers();
create function private.notify_of_helpful_votes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_new_event() then
    insert into public.notifications (user_id, kind, subject_type, subject_id, data)
      select person.user_id, 'helpful_votes', 'review', review.id,
        jsonb_build_object('tool', tool.name, 'slug', tool.slug, 'count', reached.number)
      from (
        select n.review_id, count(*) as votes from new_rows n
        join private.profiles voter on voter.user_id = n.user_id and voter.profile_visibility <> 'private' group by n.review_id
      ) added
      join public.reviews review on review.id = added.review_id
      join public.tools tool on tool.id = review.tool_id
      join private.profiles person on person.user_id = review.user_id
      cross join lateral (
        select count(*) as votes from (
          select from public.review_helpful_votes v
          join private.profiles voter on voter.user_id = v.user_id and voter.profile_visibility <> 'private'
          where v.review_id = review.id limit 100 + added.votes
        ) few
      ) counted
      cross join lateral (
        select max(number) as number from unnest('{1,5,10,25,50,100}'::integer[]) as number
        where number > counted.votes - added.votes and number <= counted.votes
      ) reached
      where reached.number is not null and not exists (select from public.notifications n
        where n.subject_id = review.id and n.kind = 'helpful_votes' and (n.data ->> 'count')::integer >= reached.number)
      for key share of person skip locked;
  end if;
  return null;
end $$;
create trigger notify_of_helpful_votes after insert on public.review_helpful_votes
  referencing new table as new_rows for each statement execute function private.notify_of_helpful_votes();
create function private.notify_of_launch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if private.can_notify('launch', new.tool_id) or private.is_first_publication(new.id, new.created_at) then
    perform private.notify(array(select f.user_id from public.tool_follows f
        where f.tool_id = new.tool_id and f.user_id is distinct from new.user_id), 'launch', 'launch', new.id,
        jsonb_build_object('tool', t.name, 'slug', t.slug, 'launch_date', new.launch_date))
      from public.tools t, private.profiles p
      where t.id = new.tool_id and p.user_id = new.user_id and p.profile_visibility <> 'private';
  end if;
  return null;
end $$;
create trigger notify_of_launch after insert on private.launches
  for each row when (not new.is_draft and new.tool_id is not null) execute function private.notify_of_launch();
create trigger notify_of_published_draft after update of is_draft on private.launches
  for each row when (old.is_draft and not new.is_draft and new.tool_id is not null) execute function private.notify_of_launch();
create function private.move_launch_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.notifications n set data = n.data || jsonb_build_object('launch_date', new.launch_date)
    where n.subject_id = new.id and n.kind = 'launch';
  return null;
end $$;
create trigger move_launch_notifications after update of launch_date on private.launches
  for each row when (old.launch_date <> new.launch_date) execute function private.move_launch_notifications();
create function private.forget_notifications() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  delete from public.notifications n using old_rows o
    where n.subject_id = (to_jsonb(o) ->> tg_argv[0])::uuid and n.kind = any (tg_argv[1]::text[]);
  return null;
end $$;
create trigger forget_notifications after delete on public.reviews referencing old table as old_rows
  for each statement execute function private.forget_notifications('id', '{review,reply,helpful_votes}');
create trigger forget_notifications after delete on public.review_replies referencing old table as old_rows
  for each statement execute function private.forget_notifications('review_id', '{reply}');
create trigger forget_notifications after delete on private.launches referencing old table as old_rows
  for each statement execute function private.forget_notifications('id', '{launch}');
create trigger forget_notifications after delete on public.tools referencing old table as old_rows
  for each statement execute function private.forget_notifications('id', '{claim,edit}');
create trigger forget_notifications after delete on private.profiles referencing old table as old_rows
  for each statement execute function private.forget_notifications('user_id', '{follower}');
alter table private.email_queue add column notification_id uuid;
create index email_queue_notification_id_idx on private.email_queue (notification_id) where notification_id is not null;
create function private.is_mailed_by_default(kind text, data jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select kind = 'reply' or kind = 'review' and data @> '{"is_maker": true}' or kind = 'edit' and data @> '{"status": "declined"}'
$$;
create function private.queue_notification_emails() returns trigger
language plpgsql security definer set search_path = ''
set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
begin
  insert into private.email_queue (kind, user_id, notification_id)
    select case when n.kind = 'edit' then 'edit_' || (n.data ->> 'status') else n.kind end, n.user_id, n.id
    from new_rows n left join public.notification_preferences p on p.user_id = n.user_id and p.kind = n.kind
    where n.kind not in ('decision', 'report', 'appeal', 'claim')
      and (p.email = 'immediately' or p.email is null and private.is_mailed_by_default(n.kind, n.data));
  if found then
    perform pg_notify('jobs', '');
  end if;
  return null;
end $$;
create trigger queue_notification_emails after insert on public.notifications
  referencing new table as new_rows for each statement execute function private.queue_notification_emails();
create function private.get_shown_name(person private.profiles) returns text
language sql immutable set search_path = '' as $$
  select coalesce(nullif(concat_ws(' ', person.first_name, person.last_name), ''), person.username)
$$;
create table private.unsubscribe_keys (
  key text primary key default encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'hex')
);
call private.secure_table('private.unsubscribe_keys');
grant select on private.unsubscribe_keys to service_role;
insert into private.unsubscribe_keys default values;
create function private.create_unsubscribe_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select subject.text || '-' || left(encode(sha256(convert_to(k.key || encode(sha256(convert_to(k.key || subject.text, 'utf8')), 'hex'), 'utf8')), 'hex'), 32)
  from private.unsubscribe_keys k, (select kind || '-' || replace(person::text, '-', '') as text) subject
$$;
create function private.describe_notification(notification uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case n.kind
    when 'reply' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'review', r.id, 'title', r.title, 'company', c.name, 'content', reply.content)
      from public.review_replies reply
      join public.reviews r on r.id = reply.review_id
      join public.tools t on t.id = r.tool_id
      join public.companies c on c.id = reply.company_id
      where reply.review_id = n.subject_id)
    when 'review' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'review', r.id, 'title', r.title, 'rating', r.rating, 'content', r.content,
        'author', private.get_shown_name(author), 'is_new', n.data -> 'is_new', 'is_maker', n.data -> 'is_maker')
      from public.reviews r
      join public.tools t on t.id = r.tool_id
      left join private.profiles author on author.user_id = r.user_id
      where r.id = n.subject_id and author.profile_visibility is distinct from 'private'
        and (n.data @> '{"is_maker": true}' or exists (select from public.tool_follows f where f.user_id = n.user_id and f.tool_id = t.id)))
    when 'helpful_votes' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'review', r.id, 'title', r.title, 'count', n.data -> 'count')
      from public.reviews r join public.tools t on t.id = r.tool_id where r.id = n.subject_id)
    when 'follower' then (
      select jsonb_build_object('name', private.get_shown_name(follower), 'username', follower.username)
      from private.profiles follower
      join public.user_follows f on f.follower_id = follower.user_id and f.following_id = n.user_id
      where follower.user_id = n.subject_id and follower.profile_visibility <> 'private')
    when 'launch' then (
      select jsonb_build_object('launch', l.id, 'tool', t.name, 'tagline', l.tagline, 'launch_date', l.launch_date,
        'is_reminder', coalesce(n.data -> 'is_reminder', 'false'))
      from private.launches l
      left join public.tools t on t.id = l.tool_id
      left join private.profiles maker on maker.user_id = l.user_id
      where l.id = n.subject_id and not l.is_draft and maker.profile_visibility is distinct from 'private'
        and (n.data @> '{"is_reminder": true}' or exists (select from public.tool_follows f where f.user_id = n.user_id and f.tool_id = t.id)))
    when 'edit' then (
      select jsonb_build_object('tool', t.name, 'slug', t.slug, 'reason', e.reason)
      from public.tool_edits e join public.tools t on t.id = e.tool_id where e.id = (n.data ->> 'edit')::uuid)
    end || jsonb_build_object('unsubscribe', private.create_unsubscribe_token(n.user_id, n.kind))
  from public.notifications n left join public.notification_preferences p on p.user_id = n.user_id and p.kind = n.kind
  where n.id = describe_notification.notification
    and (p.email = 'immediately' or p.email is null and private.is_mailed_by_default(n.kind, n.data))
$$;
create function private.read_unsubscribe_token(token text, out person uuid, out kind text)
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := regexp_match(token, '^([a-z_]{1,20})-([0-9a-f]{32})-[0-9a-f]{32}$');
begin
  kind := parts[1];
  select p.user_id into person from private.profiles p where p.user_id = parts[2]::uuid;
  perform private.refuse_if(person is null or private.create_unsubscribe_token(person, kind) <> token,
    'PT404', 'This link is not complete, or the account does not exist anymore.');
end $$;
create function private.list_stoppable(person uuid, wanted text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when wanted = 'digest' then
      (select coalesce(jsonb_object_agg(p.kind, p.email), '{}') from public.notification_preferences p
        where p.user_id = person and p.email = 'weekly')
    else jsonb_build_object(wanted, (select p.email from public.notification_preferences p
        where p.user_id = person and p.kind = wanted)) end
$$;
create function public.get_unsubscription(token text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', t.kind, 'is_stopped', case when t.kind = 'digest' then s.choices = '{}' else s.choices ->> t.kind is not distinct from 'never' end)
  from private.read_unsubscribe_token(get_unsubscription.token) t, private.list_stoppable(t.person, t.kind) as s (choices)
$$;
create function public.unsubscribe(token text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  mail record;
  previous jsonb;
begin
  select * into mail from private.read_unsubscribe_token(unsubscribe.token);
  previous := private.list_stoppable(mail.person, mail.kind);
  insert into public.notification_preferences (user_id, kind, email)
    select mail.person, stopped, 'never' from jsonb_object_keys(previous) as stopped
    on conflict (user_id, kind) do update set email = excluded.email;
  return jsonb_build_object('kind', mail.kind, 'previous', previous);
end $$;
create function public.undo_unsubscribe(token text, previous jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  mail record;
begin
  select * into mail from private.read_unsubscribe_token(undo_unsubscribe.token);
  perform private.refuse_if(jsonb_typeof(previous) is distinct from 'object',
    'check_violation', 'Please send the choice of before as an object.');
  -- Only of kinds that are stopped: a mail that was passed on must not choose for its recipient.
  delete from public.notification_preferences p
    where p.user_id = mail.person and p.email = 'never' and p.kind = mail.kind and undo_unsubscribe.previous ->> p.kind is null;
  update public.notification_preferences p set email = undo_unsubscribe.previous ->> p.kind
    where p.user_id = mail.person and p.email = 'never'
      and (p.kind = mail.kind or mail.kind = 'digest' and undo_unsubscribe.previous ->> p.kind = 'weekly');
end $$;
grant execute on function public.get_unsubscription, public.unsubscribe, public.undo_unsubscribe to anon, authenticated, service_role;
create table private.digests (
  user_id uuid primary key references private.profiles (user_id) on delete cascade,
  covered_until timestamptz not null
);
create index digests_covered_until_idx on private.digests (covered_until);
call private.secure_internal_table('private.digests');
create function private.get_last_digest(as_of timestamptz) returns timestamptz
language sql immutable set search_path = '' as $$
  select (date_trunc('week', (as_of at time zone 'utc') - interval '7 hours') + interval '7 hours') at time zone 'utc'
$$;
create function private.schedule_digest() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.digests (user_id, covered_until) values (new.user_id, private.get_last_digest(now())) on conflict do nothing;
  return null;
end $$;
create trigger schedule_digest after insert or update on public.notification_preferences
  for each row when (new.email = 'weekly') execute function private.schedule_digest();
create function private.list_digest_lines(member uuid, since timestamptz, until timestamptz)
returns table (rank integer, happened_at timestamptz, line jsonb)
language sql stable security definer set search_path = '' as $$
  with told as (
    select n.kind, n.subject_id, n.data, n.created_at
    from public.notification_preferences p
    join public.notifications n on n.user_id = p.user_id and n.kind = p.kind and n.created_at > since and n.created_at <= until
    where p.user_id = member and p.email = 'weekly'
      -- One that waits is not sent anymore, because its kind is weekly now.
      and not exists (select from private.email_queue q where q.notification_id = n.id and q.sent_at is not null)
  ), followed as (
    select t.id, t.name, t.slug from public.tool_follows f join public.tools t on t.id = f.tool_id
    where f.user_id = member and exists (select from public.notification_preferences p
      where p.user_id = member and p.kind = 'review' and p.email = 'weekly')
  )
  select 1, changed.happened_at, jsonb_build_object('kind', 'facts', 'tool', f.name, 'slug', f.slug, 'before', present.facts || changed.before,
    'now', present.facts)
  from followed f
  cross join lateral (
    -- Of a field that changed twice, the first value before.
    select max(e.decided_at) as happened_at, jsonb_object_agg(field.key, field.value -> 0 order by e.number desc) as before
    from public.tool_edits e cross join lateral jsonb_each(e.changes) field
    where e.tool_id = f.id and e.status = 'accepted' and e.decided_at > since and e.decided_at <= until
      and e.suggested_by is distinct from member
      and field.key in ('price_from', 'price_currency', 'price_period', 'pricing_model', 'platforms', 'discontinued_on')
  ) changed
  cross join lateral (
    select jsonb_build_object('price_from', x.price_from, 'price_currency', x.price_currency, 'price_period', x.price_period,
      'pricing_model', x.pricing_model, 'platforms', x.platforms, 'discontinued_on', x.discontinued_on) as facts
    from (select f.id) tool left join public.tool_facts x on x.tool_id = tool.id
  ) present
  where present.facts || changed.before <> present.facts
  union all
  select 2, n.created_at, jsonb_build_object('kind', 'reply', 'tool', t.name, 'slug', t.slug, 'review', r.id, 'company', c.name)
  from told n
  join public.review_replies reply on reply.review_id = n.subject_id
  join public.reviews r on r.id = reply.review_id
  join public.tools t on t.id = r.tool_id
  join public.companies c on c.id = reply.company_id
  where n.kind = 'reply'
  union all
  select 3, max(n.created_at), jsonb_build_object('kind', 'reviews', 'tool', t.name, 'slug', t.slug, 'is_new', n.data -> 'is_new',
    'count', count(distinct r.id), 'title', (array_agg(r.title order by n.created_at desc))[1], 'rating', (array_agg(r.rating order by n.created_at desc))[1])
  from told n
  join public.reviews r on r.id = n.subject_id
  join public.tools t on t.id = r.tool_id
  left join private.profiles author on author.user_id = r.user_id
  where n.kind = 'review' and author.profile_visibility is distinct from 'private'
    and (n.data @> '{"is_maker": true}' or t.id in (select f.tool_id from public.tool_follows f where f.user_id = member))
  group by t.id, n.data -> 'is_new'
  union all
  select 4, max(reply.created_at), jsonb_build_object('kind', 'replies', 'tool', f.name, 'slug', f.slug, 'count', count(*))
  from followed f
  join public.review_replies reply on reply.tool_id = f.id and reply.created_at > since and reply.created_at <= until
  join public.reviews r on r.id = reply.review_id and r.user_id is distinct from member
  where not exists (select from public.company_members m
    where m.company_id = reply.company_id and m.user_id = member and m.is_confirmed)
  group by f.id, f.name, f.slug
  union all
  select 5, max(n.created_at), jsonb_build_object('kind', 'launch', 'launch', l.id, 'tool', t.name, 'tagline', l.tagline, 'launch_date', l.launch_date)
  from told n
  join private.launches l on l.id = n.subject_id and not l.is_draft
  left join public.tools t on t.id = l.tool_id
  left join private.profiles maker on maker.user_id = l.user_id
  where n.kind = 'launch' and maker.profile_visibility is distinct from 'private'
    and (n.data @> '{"is_reminder": true}' or t.id in (select f.tool_id from public.tool_follows f where f.user_id = member))
  group by l.id, t.name
  union all
  select 6, n.created_at, jsonb_build_object('kind', 'edit', 'tool', t.name, 'slug', t.slug, 'status', n.data -> 'status')
  from told n join public.tools t on t.id = n.subject_id where n.kind = 'edit'
  union all
  select 7, max(n.created_at), jsonb_build_object('kind', 'helpful_votes', 'tool', t.name, 'slug', t.slug, 'review', r.id,
    'count', max((n.data ->> 'count')::integer))
  from told n join public.reviews r on r.id = n.subject_id join public.tools t on t.id = r.tool_id
  where n.kind = 'helpful_votes' group by r.id, t.id
  union all
  select 8, max(n.created_at), jsonb_build_object('kind', 'followers', 'count', count(*),
    'name', (array_agg(private.get_shown_name(follower) order by n.created_at desc))[1],
    'username', (array_agg(follower.username order by n.created_at desc))[1])
  from told n join private.profiles follower on follower.user_id = n.subject_id and follower.profile_visibility <> 'private'
  join public.user_follows f on f.follower_id = follower.user_id and f.following_id = member
  where n.kind = 'follower' having count(*) > 0
$$;
create function private.list_reviews_to_confirm(member uuid, since timestamptz, until timestamptz)
returns table (review_id uuid, title text, tool text, dated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.id, r.title, t.name, dated.at
  from public.reviews r
  join public.tools t on t.id = r.tool_id
  cross join lateral (select greatest(r.created_at, r.edited_at, r.confirmed_on::timestamp at time zone 'utc') as at) dated
  cross join lateral (select extract(year from age(until at time zone 'utc', dated.at at time zone 'utc'))::integer as number) years
  where r.user_id = member and years.number >= 1 and dated.at + make_interval(years => years.number) > since
    and exists (select from public.notification_preferences p where p.user_id = member and p.email = 'weekly')
$$;
create function private.describe_digest(member uuid, since timestamptz, until timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('lines', lines, 'more', more, 'reviews', reviews, 'more_reviews', more_reviews,
    'unsubscribe', private.create_unsubscribe_token(member, 'digest'))
  from (
    select coalesce(jsonb_agg(d.line order by d.at) filter (where d.at <= 10), '[]') as lines, greatest(count(*) - 10, 0) as more
    from (select l.line, row_number() over (order by l.rank, l.happened_at desc, l.line) as at
      from private.list_digest_lines(member, since, until) l) d
  ) news, (
    select coalesce(jsonb_agg(jsonb_build_object('review', d.review_id, 'title', d.title, 'tool', d.tool) order by d.at) filter (where d.at <= 10), '[]') as reviews,
      greatest(count(*) - 10, 0) as more_reviews
    from (select r.*, row_number() over (order by r.dated_at, r.review_id) as at
      from private.list_reviews_to_confirm(member, since, until) r) d
  ) questions
  where lines <> '[]' or reviews <> '[]'
$$;
create function public.queue_digests(as_of timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  monday constant timestamptz := private.get_last_digest(coalesce(as_of, now()));
  due_members integer;
begin
  with due as (
    select d.user_id, d.covered_until from private.digests d join private.profiles p on p.user_id = d.user_id
    where d.covered_until < monday order by d.covered_until, d.user_id limit 50 for update of d skip locked for key share of p skip locked
  ), covered as (
    update private.digests d set covered_until = monday from due where d.user_id = due.user_id
  ), queued as (
    insert into private.email_queue (kind, user_id, data)
      select 'digest', due.user_id, jsonb_build_object('since', due.covered_until, 'until', monday)
      from due where exists (select from private.list_digest_lines(due.user_id, due.covered_until, monday))
        or exists (select from private.list_reviews_to_confirm(due.user_id, due.covered_until, monday))
  )
  select count(*) into due_members from due;
  if due_members > 0 then
    perform pg_notify('jobs', '');
  end if;
  return due_members;
end $$;
grant execute on function public.queue_digests to service_role;
create function public.remind_of_launches(as_of timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (coalesce(as_of, now()) at time zone 'utc')::date;
  due_reminders integer;
begin
  with due as (
    select r.id, r.user_id, l.id as launch_id, l.user_id as maker_id, l.tool_id, l.launch_date, l.tagline
    from public.launch_reminders r join private.launches l on l.id = r.launch_id join private.profiles p on p.user_id = r.user_id
    where l.launch_date <= today and not l.is_draft order by r.id limit 1000 for update of r skip locked for key share of p skip locked
  ), told as (
    insert into public.notifications (user_id, kind, subject_type, subject_id, data)
      select due.user_id, 'launch', 'launch', due.launch_id, jsonb_build_object('tool', coalesce(t.name, due.tagline), 'slug', t.slug,
        'launch_date', due.launch_date, 'is_reminder', true)
      from due
      left join public.tools t on t.id = due.tool_id
      left join private.profiles maker on maker.user_id = due.maker_id
      where due.maker_id is distinct from due.user_id and maker.profile_visibility is distinct from 'private'
  ), forgotten as (
    delete from public.launch_reminders r using due where r.id = due.id
  )
  select count(*) into due_reminders from due;
  return due_reminders;
end $$;
grant execute on function public.remind_of_launches to service_role;
create function public.confirm_review(review uuid) returns date
language plpgsql security definer set search_path = '' as $$
declare
  today constant date := (now() at time zone 'utc')::date;
  author uuid;
begin
  perform private.require_factor();
  perform private.require_no_suspension();
  select r.user_id into author from public.reviews r where r.id = confirm_review.review for update;
  perform private.refuse_if(not found, 'PT404', 'We could not find this content.');
  perform private.refuse_if(author is distinct from auth.uid(), 'insufficient_privilege', 'Only the author can do this.');
  update public.reviews r set confirmed_on = today where r.id = confirm_review.review and r.confirmed_on is distinct from today;
  return today;
end $$;
grant execute on function public.confirm_review to authenticated;
create function private.get_email_data(email private.email_queue) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when email.kind = 'digest' then private.describe_digest(email.user_id, (email.data ->> 'since')::timestamptz,
      (email.data ->> 'until')::timestamptz)
    when email.notification_id is not null then private.describe_notification(email.notification_id)
    else email.data end;
end $$;
create function private.list_fact_fields() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select '{pricing_model,price_from,price_currency,price_period,platforms,license,repository_url,latest_version,discontinued_on,successor_id}'::text[]
$$;
create function public.my_feed(after text default null, page_size integer default 12)
returns table (kind text, at timestamptz, subject_type text, subject_id uuid, title text, detail text, href text, after_row text)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  rows_max constant integer := least(greatest(coalesce(page_size, 12), 1), 50);
  from_row jsonb;
  from_at timestamptz;
  from_kind text;
  from_id uuid;
begin
  begin
    from_row := coalesce(after::jsonb, '["infinity", "", "00000000-0000-0000-0000-000000000000"]');
    from_at := (from_row ->> 0)::timestamptz;
    from_kind := from_row ->> 1;
    from_id := (from_row ->> 2)::uuid;
  exception when others then
    from_at := null;
  end;
  perform private.refuse_if(num_nulls(from_at, from_kind, from_id) > 0,
    'invalid_parameter_value', 'after is not a cursor of this order');
  return query
    with tools as (
      select f.tool_id from public.tool_follows f where f.user_id = me
      union
      select m.tool_id from public.company_follows f join public.tool_makers m on m.company_id = f.company_id where f.user_id = me
    ), people as (
      select f.following_id as user_id from public.user_follows f
      join private.profiles p on p.user_id = f.following_id and p.profile_visibility <> 'private'
      where f.follower_id = me
    ), events as (
      select 'review' as kind, newest.at, newest.id from tools cross join lateral (
        select r.created_at as at, r.id from public.reviews r
        join private.profiles author on author.user_id = r.user_id and author.profile_visibility <> 'private'
        where r.tool_id = tools.tool_id and r.user_id <> me
          and r.created_at <= from_at and (r.created_at, 'review', r.id) < (from_at, from_kind, from_id)
        order by r.created_at desc, r.id desc limit rows_max) newest
      union
      select 'review', newest.at, newest.id from people cross join lateral (
        select r.created_at as at, r.id from public.reviews r
        where r.user_id = people.user_id
          and r.created_at <= from_at and (r.created_at, 'review', r.id) < (from_at, from_kind, from_id)
        order by r.created_at desc, r.id desc limit rows_max) newest
      union
      select 'reply', newest.at, newest.id from tools cross join lateral (
        select y.created_at as at, y.review_id as id from public.review_replies y
        where y.tool_id = tools.tool_id and not private.acts_for_company(y.company_id)
          and y.created_at <= from_at and (y.created_at, 'reply', y.review_id) < (from_at, from_kind, from_id)
        order by y.created_at desc, y.review_id desc limit rows_max) newest
      union
      select 'launch', newest.at, newest.id from tools cross join lateral (
        select l.launch_date::timestamp at time zone 'utc' as at, l.id from private.launches l
        join private.profiles maker on maker.user_id = l.user_id and maker.profile_visibility <> 'private'
        where l.tool_id = tools.tool_id and l.user_id <> me and not l.is_draft and l.launch_date <= (now() at time zone 'utc')::date
          and (l.launch_date::timestamp at time zone 'utc', 'launch', l.id) < (from_at, from_kind, from_id)
        order by 1 desc, l.id desc limit rows_max) newest
      union
      select 'launch', newest.at, newest.id from people cross join lateral (
        select l.launch_date::timestamp at time zone 'utc' as at, l.id from private.launches l
        where l.user_id = people.user_id and l.tool_id is not null and not l.is_draft and l.launch_date <= (now() at time zone 'utc')::date
          and (l.launch_date::timestamp at time zone 'utc', 'launch', l.id) < (from_at, from_kind, from_id)
        order by 1 desc, l.id desc limit rows_max) newest
      union
      -- Accepted edits have their numbers in the order of the decisions.
      select 'facts', newest.at, newest.id from tools cross join lateral (
        select e.decided_at as at, e.id from public.tool_edits e
        where e.tool_id = tools.tool_id and e.number is not null and e.suggested_by is distinct from me
          and e.changes ?| private.list_fact_fields()
          and (e.decided_at, 'facts', e.id) < (from_at, from_kind, from_id)
        order by e.number desc limit rows_max) newest
    ), page as (
      select e.* from events e order by e.at desc, e.kind desc, e.id desc limit rows_max
    )
    select p.kind, p.at,
      case p.kind when 'facts' then 'tool' else p.kind end,
      case p.kind when 'facts' then edit.tool_id else p.id end,
      tool.name,
      case p.kind
        when 'review' then concat_ws(': ', coalesce(nullif(concat_ws(' ', author.first_name, author.last_name), ''), author.username),
          review.rating || ' of 5', review.title)
        when 'reply' then concat_ws(': ', company.name, left(reply.content, 200))
        when 'launch' then launch.tagline
        -- The names of the fields; the page has labels for them.
        else (select string_agg(field, ', ' order by place) from unnest(private.list_fact_fields()) with ordinality as known (field, place)
          where edit.changes ? field)
      end,
      case p.kind when 'launch' then '/launch/' || p.id when 'facts' then '/tool/' || tool.slug || '/history' else '/review/' || p.id end,
      jsonb_build_array(p.at, p.kind, p.id)::text
    from page p
    left join public.reviews review on review.id = p.id and p.kind in ('review', 'reply')
    left join private.profiles author on author.user_id = review.user_id
    left join public.review_replies reply on reply.review_id = p.id and p.kind = 'reply'
    left join public.companies company on company.id = reply.company_id
    left join private.launches launch on launch.id = p.id and p.kind = 'launch'
    left join public.tool_edits edit on edit.id = p.id and p.kind = 'facts'
    left join public.tools tool on tool.id = coalesce(review.tool_id, launch.tool_id, edit.tool_id)
    order by p.at desc, p.kind desc, p.id desc;
end $$;
grant execute on function public.my_feed to authenticated;
create function private.find_bursts(tool uuid)
returns table (day date, reviews bigint, usual numeric, top_rating integer, top integer)
language sql stable set search_path = '' as $$
  with days as (
    select d.day, sum(d.counted) as reviews, (array_agg(d.rating::integer order by d.counted desc, d.rating))[1] as top_rating,
      max(d.counted) as top
    from private.tool_review_days d where d.tool_id = find_bursts.tool group by d.day having sum(d.counted) > 0
  ), compared as (
    select d.day, d.reviews, d.top_rating, d.top, greatest(0.5, sum(d.reviews)
      over (order by d.day range between '90 days' preceding and '7 days' preceding) / 84) as usual
    from days d
  )
  select c.day, c.reviews, c.usual, c.top_rating, c.top from compared c where c.reviews >= 10 and c.reviews >= 8 * c.usual
$$;
create function public.tool_review_bursts(tool uuid)
returns table (day date, reviews integer, usual numeric, top_rating integer, top_share numeric, new_account_share numeric)
language sql stable security definer set search_path = '' as $$
  select b.day, b.reviews::integer, round(b.usual, 2), b.top_rating, round(b.top::numeric / b.reviews, 4), (
    select round(count(*) filter (where p.created_at > r.created_at - make_interval(hours => settings.new_account_hours))::numeric
      / nullif(count(*), 0), 4)
    from public.reviews r left join private.profiles p on p.user_id = r.user_id
    where r.tool_id = tool_review_bursts.tool
      and r.created_at >= b.day::timestamp at time zone 'utc' and r.created_at < (b.day + 1)::timestamp at time zone 'utc')
  -- Offset 0: the setting is read once.
  from private.find_bursts(tool) b, (select private.get_setting('new_account_hours')::integer as new_account_hours offset 0) settings
  order by b.day desc
$$;
create function public.tool_reviews(tool uuid, version text default null, plan text default null, since date default null,
  without_bursts boolean default false)
returns setof public.reviews
language plpgsql stable security definer set search_path = '' rows 100 as $$
declare
  wanted constant text := case when version = 'current'
    then (select f.latest_version from public.tool_facts f where f.tool_id = tool_reviews.tool) else version end;
  -- A backslash before any other character than a letter or a digit means that character.
  pattern constant text := '^v?' || regexp_replace(regexp_replace(left(wanted, 40), '^v(?=\d)', '', 'i'), '([^[:alnum:]])', '\\\1', 'g')
    || '(?![[:alnum:]])';
  burst_days constant date[] := case when without_bursts
    then array(select b.day from private.find_bursts(tool_reviews.tool) b) else '{}' end;
begin
  return query select r.* from public.reviews r
    where r.tool_id = tool_reviews.tool
      and (version is null or r.used_version ~* pattern)
      and (plan is null or r.used_plan = plan)
      and (since is null or r.created_at >= since::timestamp at time zone 'utc')
      and (burst_days = '{}' or (r.created_at at time zone 'utc')::date <> all (burst_days));
end $$;
create function public.tool_review_stats(tool uuid, version text default null, plan text default null, since date default null,
  without_bursts boolean default false)
returns jsonb
language sql stable security definer set search_path = '' as $$
  with stars as (
    select star, count(r.id)::integer as reviews,
      (count(r.id) filter (where private.is_independent(r.relationship, r.incentive)))::integer as independent
    from generate_series(1, 5) as star left join public.tool_reviews(tool, version, plan, since, without_bursts) r on r.rating = star
    group by star
  ), totals as (
    select sum(reviews) as reviews, round(sum(star * reviews)::numeric / nullif(sum(reviews), 0), 2) as mean,
      jsonb_object_agg(star, reviews) as distribution, array_agg(independent order by star) as counts
    from stars
  )
  select jsonb_build_object('reviews', t.reviews, 'mean', t.mean,
    'low', case when e.counted > 0 then round((e.mean - 1.96 * sqrt(e.variance))::numeric, 4) end,
    'high', case when e.counted > 0 then round(least(5, e.mean + 1.96 * sqrt(e.variance))::numeric, 4) end,
    'distribution', t.distribution)
  from totals t, private.estimate_rating(t.counts) e
$$;
grant execute on function public.tool_review_bursts, public.tool_reviews, public.tool_review_stats to anon, authenticated, service_role;
create function private.set_report_source() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.source := case when new.from_maker is not null then 'maker' when new.reporter_id is not null then 'member' else 'visitor' end;
  return new;
end $$;
create trigger set_report_source before insert on private.reports
  for each row execute function private.set_report_source();
create trigger announce_transparency after insert on private.reports
  for each row execute function private.announce_tags('transparency');
create trigger announce_transparency after insert or update or delete on private.appeals
  for each row execute function private.announce_tags('transparency');
create function public.transparency_figures(of_year integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with bounds as (
    -- No row is from these limits; newer versions of PostgreSQL compute the dates before they test a condition.
    select make_date(year, 1, 1)::timestamp at time zone 'utc' as first, make_date(year + 1, 1, 1)::timestamp at time zone 'utc' as next
    from (select least(greatest(of_year, 1), 9998) as year) as asked
  ), decided as (
    select d.* from public.moderation_decisions d, bounds b where d.decided_at >= b.first and d.decided_at < b.next
  ), reported as (
    select r.reason, r.source, count(*) as reports from private.reports r, bounds b
    where r.created_at >= b.first and r.created_at < b.next group by r.reason, r.source
  ), acted as (
    select d.action, d.reason, count(*) as decisions from decided d group by d.action, d.reason
  ), hours as (
    select star as rating, count(d.number) as decisions,
      round((percentile_cont(0.5) within group (order by d.hours_to_decision))::numeric, 1) as median_hours
    from generate_series(1, 5) as star
    left join decided d on d.subject_type = 'review' and d.rating = star and d.hours_to_decision is not null group by star
  ), totals as (
    select count(*) as decisions, count(*) filter (where d.action = 'hold') as automatic,
      count(d.appeal_outcome) as resolved, count(*) filter (where d.appeal_outcome = 'reversed') as reversed,
      count(*) filter (where d.action = 'suspend') as suspensions,
      count(*) filter (where exists (select from private.appeals a where a.decision = d.number and a.status = 'open')) as open
    from decided d
  )
  select jsonb_build_object('year', of_year,
    'reports', coalesce((select jsonb_agg(to_jsonb(r) order by r.reason, r.source) from reported r), '[]'),
    'decisions', coalesce((select jsonb_agg(to_jsonb(a) order by a.action, a.reason) from acted a), '[]'),
    'hours', (select jsonb_agg(to_jsonb(h) order by h.rating) from hours h),
    'appeals', jsonb_build_object('open', t.open, 'resolved', t.resolved, 'reversed', t.reversed,
      'share_reversed', round(t.reversed::numeric / nullif(t.resolved, 0), 4)),
    'automatic', jsonb_build_object('decisions', t.decisions, 'automatic', t.automatic,
      'share', round(t.automatic::numeric / nullif(t.decisions, 0), 4)),
    'suspensions', t.suspensions)
  from totals t
$$;
grant execute on function public.transparency_figures to anon, authenticated, service_role;
create table public.ledger_checkpoints (
  -- 1 is the first, without gaps.
  number bigint primary key,
  -- Of the events in this tree and in all before it.
  event_count bigint not null,
  -- Hashes are 64 hexadecimal digits.
  root text not null,
  -- The hash of the checkpoint before, zeros for the first.
  previous text not null,
  hash text not null,
  created_at timestamptz(3) not null
);
call private.secure_public_table('public.ledger_checkpoints');
revoke insert, update, delete, truncate on public.ledger_checkpoints from service_role;
create table public.ledger_events (
  number bigint generated by default as identity primary key,
  -- When its transaction began.
  at timestamptz(3) not null default now(),
  kind text not null constraint ledger_events_kind
    check (kind in ('publication', 'edit', 'deletion', 'removal', 'restore', 'merge')),
  -- tool, review, reply or launch, a colon and the id; that of a reply is its review's.
  subject text not null,
  commitment text not null,
  -- Null until a checkpoint takes it. No foreign key: its checks would double the time of a checkpoint.
  checkpoint bigint
);
create index ledger_events_subject_idx on public.ledger_events (subject, number);
create index ledger_events_checkpoint_idx on public.ledger_events (checkpoint, number);
call private.secure_public_table('public.ledger_events');
revoke insert, update, delete, truncate on public.ledger_events from service_role;
create table public.ledger_salts (
  event bigint primary key references public.ledger_events (number) on delete cascade,
  salt uuid not null
);
call private.secure_public_table('public.ledger_salts');
revoke insert, update, delete, truncate on public.ledger_salts from service_role;
create function private.to_ledger_text(tool public.tools) returns text
language sql stable set search_path = '' as $$
  select row_to_json(shown)::text from (
    select tool.aliases, tool.category, tool.description, tool.logo_url, tool.name, tool.slug, tool.website_url) shown
$$;
create function private.to_ledger_text(review public.reviews) returns text
language sql stable set search_path = '' as $$
  select row_to_json(shown)::text from (
    select review.cons, review.content, review.incentive, review.pros, review.rating, review.relationship, review.title,
      review.tool_id, review.used_for, review.used_from, review.used_plan, review.used_until, review.used_version) shown
$$;
create function private.to_ledger_text(reply public.review_replies) returns text
language sql stable set search_path = '' as $$
  select row_to_json(shown)::text from (select reply.company_id, reply.content, reply.review_revision) shown
$$;
create function private.to_ledger_text(launch private.launches) returns text
language sql stable set search_path = '' as $$
  select row_to_json(shown)::text from (
    select launch.description, launch.featured_image, launch.launch_date, launch.pictures, launch.tagline, launch.tool_id) shown
$$;
create function public.ledger_text(subject text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  subject_type constant text := split_part(ledger_text.subject, ':', 1);
  wanted constant uuid := substring(ledger_text.subject from ':([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid;
begin
  return coalesce(case subject_type
    when 'tool' then (select private.to_ledger_text(t) from public.tools t where t.id = wanted)
    when 'review' then (select private.to_ledger_text(r) from public.reviews r where r.id = wanted)
    when 'reply' then (select private.to_ledger_text(p) from public.review_replies p where p.review_id = wanted)
    when 'launch' then (select private.to_ledger_text(l) from private.launches l where l.id = wanted and not l.is_draft)
  end, 'null');
end $$;
grant execute on function public.ledger_text to anon, authenticated, service_role;
create function private.record_ledger_event(kind text, subject text, content text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  salt constant uuid := gen_random_uuid();
begin
  with event as (
    insert into public.ledger_events (kind, subject, commitment)
      values (record_ledger_event.kind, record_ledger_event.subject, encode(sha256(convert_to(salt || ' ' || content, 'utf8')), 'hex'))
      returning number
  )
  insert into public.ledger_salts (event, salt) select event.number, salt from event;
end $$;
create function private.is_in_ledger(wanted text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.ledger_events e where e.subject = wanted)
$$;
create function private.erase_ledger_salts(wanted text, since timestamptz default '-infinity', before timestamptz default 'infinity')
returns void
language sql security definer set search_path = '' as $$
  delete from public.ledger_salts s using public.ledger_events e
    where s.event = e.number and e.subject = wanted
      and e.at >= since::timestamptz(3) and e.at < before::timestamptz(3)
$$;
create function private.record_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  move constant text := private.get_content_move();
  kind text := case tg_op when 'INSERT' then 'publication' when 'UPDATE' then 'edit' else 'deletion' end;
  of_subject text;
  content text := 'null';
begin
  -- In branches, because the tables have different columns.
  if tg_argv[0] = 'reply' then
    of_subject := 'reply:' || coalesce(new.review_id, old.review_id);
  else
    of_subject := tg_argv[0] || ':' || coalesce(new.id, old.id);
  end if;
  if tg_argv[0] = 'launch' and tg_op <> 'DELETE' then
    if new.is_draft then
      return null;
    elsif tg_op = 'UPDATE' and old.is_draft then
      kind := 'publication';
    end if;
  end if;

  if tg_op = 'DELETE' then
    if move = 'hold' then
      -- What this transaction wrote and a rule holds has not been published.
      delete from public.ledger_events e where e.subject = of_subject and e.at = now()::timestamptz(3);
    end if;
    -- A draft, or a post that is held from the beginning.
    if not private.is_in_ledger(of_subject) then
      return null;
    end if;
    if move = 'merge' then
      kind := 'merge';
    elsif move in ('hold', 'remove') then
      kind := 'removal';
    else
      perform private.erase_ledger_salts(of_subject);
    end if;
  else
    content := private.to_ledger_text(new);
    if tg_op = 'INSERT' and move = 'restore' and private.is_in_ledger(of_subject) then
      kind := 'restore';
    elsif tg_op = 'UPDATE' and tg_argv[0] in ('review', 'launch') then
      if new.tool_id <> old.tool_id then kind := 'merge'; end if;
    end if;
    -- An edit that keeps no version erases the text before.
    if kind = 'edit' and move = '' then
      if tg_argv[0] = 'launch' then
        perform private.erase_ledger_salts(of_subject);
      elsif tg_argv[0] in ('review', 'reply') then
        if new.edited_at is not distinct from old.edited_at then
          perform private.erase_ledger_salts(of_subject, coalesce(old.edited_at, '-infinity'));
        end if;
      end if;
    end if;
  end if;
  perform private.record_ledger_event(kind, of_subject, content);
  return null;
end $$;
create trigger record_change after insert or delete on public.tools
  for each row execute function private.record_change('tool');
call private.add_update_trigger('public.tools', 'record_edit',
  '{aliases,category,description,logo_url,name,slug,website_url}', $$record_change('tool')$$);
create trigger record_change after insert or delete on public.reviews
  for each row execute function private.record_change('review');
call private.add_update_trigger('public.reviews', 'record_edit',
  '{cons,content,incentive,pros,rating,relationship,title,tool_id,used_for,used_from,used_plan,used_until,used_version}',
  $$record_change('review')$$);
create trigger record_change after insert or delete on public.review_replies
  for each row execute function private.record_change('reply');
call private.add_update_trigger('public.review_replies', 'record_edit',
  '{company_id,content,review_revision}', $$record_change('reply')$$);
create trigger record_change after insert or delete on private.launches
  for each row execute function private.record_change('launch');
call private.add_update_trigger('private.launches', 'record_edit',
  '{description,featured_image,is_draft,launch_date,pictures,tagline,tool_id}', $$record_change('launch')$$);
create function private.erase_redacted_salts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.erase_ledger_salts('review:' || new.review_id,
    case when new.number = 1 then '-infinity' else new.written_at end,
    coalesce((select v.written_at from public.review_revisions v where v.review_id = new.review_id and v.number = new.number + 1),
      (select r.edited_at from public.reviews r where r.id = new.review_id)));
  return null;
end $$;
create trigger erase_redacted_salts after update on public.review_revisions
  for each row when (old.redacted_at is null and new.redacted_at is not null)
  execute function private.erase_redacted_salts();
create function private.erase_removed_salts() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  subject constant text := case old.table_name when 'public.tools' then 'tool:' when 'public.reviews' then 'review:'
    when 'public.review_replies' then 'reply:' else 'launch:' end || old.row_id;
begin
  -- A restore deletes the row as well.
  if public.ledger_text(subject) = 'null' and not exists (select from private.removed_content kept
    where kept.row_id = old.row_id and kept.table_name = old.table_name)
  then
    perform private.erase_ledger_salts(subject);
  end if;
  return null;
end $$;
create trigger erase_removed_salts after delete on private.removed_content
  for each row when (old.table_name in ('public.tools', 'public.reviews', 'public.review_replies', 'private.launches'))
  execute function private.erase_removed_salts();
create function private.hash_tree(leaves bytea[]) returns bytea
language plpgsql immutable set search_path = '' as $$
declare
  nodes bytea[] := leaves;
begin
  while cardinality(nodes) > 1 loop
    -- The last of an odd number of nodes moves up as it is: so the left part of a tree is a full one.
    nodes := array(
      select case when pair.right_node is null then pair.node else sha256('\x01'::bytea || pair.node || pair.right_node) end
      from (select node, lead(node) over (order by place) as right_node, place
        from unnest(nodes) with ordinality as each_node (node, place)) pair
      where pair.place % 2 = 1 order by pair.place);
  end loop;
  return nodes[1];
end $$;
create function public.checkpoint_ledger(as_of timestamptz) returns integer
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  -- As JavaScript's toISOString writes it.
  time_format constant text := 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  latest public.ledger_checkpoints;
  added public.ledger_checkpoints;
  events bigint[];
  leaves bytea[];
begin
  -- A second process waits here, and then finds the events taken.
  perform pg_advisory_xact_lock(hashtext('checkpoint ledger'));
  select array_agg(due.number order by due.number), array_agg(sha256('\x00'::bytea || convert_to(
      concat_ws(' ', due.number, to_char(due.at at time zone 'utc', time_format), due.kind, due.subject, due.commitment), 'utf8'))
      order by due.number)
    into events, leaves
    from (select * from public.ledger_events e where e.checkpoint is null and e.at < as_of order by e.number limit 2048) due;
  if events is null then
    return 0;
  end if;
  select * into latest from public.ledger_checkpoints c order by c.number desc limit 1;
  added.number := coalesce(latest.number, 0) + 1;
  added.event_count := coalesce(latest.event_count, 0) + cardinality(events);
  added.root := encode(private.hash_tree(leaves), 'hex');
  added.previous := coalesce(latest.hash, repeat('0', 64));
  added.created_at := now();
  added.hash := encode(sha256(convert_to(concat_ws(' ', added.number, added.event_count, added.root, added.previous,
    to_char(added.created_at at time zone 'utc', time_format)), 'utf8')), 'hex');
  insert into public.ledger_checkpoints select added.*;
  update public.ledger_events e set checkpoint = added.number where e.number = any (events);
  return cardinality(events);
end $$;
grant execute on function public.checkpoint_ledger to service_role;
create trigger announce_tags after insert on public.ledger_checkpoints
  for each row execute function private.announce_tags('ledger');
call private.announce_truncate('public.ledger_checkpoints');
create function private.build_dump_query(dumped text, out key text, out source text)
language sql immutable set search_path = '' as $$
  select case dumped when 'people' then 'username' when 'capabilities' then 'slug' when 'tool_facts' then 'tool_id'
      when 'review_replies' then 'review_id' when 'moderation_decisions' then 'number' else 'id' end,
    case dumped
    when 'people' then $query$
      select p.username, p.created_at from private.profiles p
      where ($1 is null or p.username > $1) and p.created_at <= $2 and p.profile_visibility <> 'private'
        and (exists (select from public.reviews r where r.user_id = p.user_id)
          or exists (select from public.tool_edits e where e.suggested_by = p.user_id and e.status = 'accepted'))$query$
    when 'capabilities' then $query$
      select c.slug, c.name, c.category, c.description, c.synonyms from public.capabilities c where $1 is null or c.slug > $1$query$
    when 'tools' then $query$
      select t.id, t.slug, t.name, t.description, t.category, t.website_url, t.logo_url, t.aliases,
        array(select l.capability from public.tool_capabilities l where l.tool_id = t.id order by l.capability) as capabilities,
        t.created_at, t.updated_at, t.review_count, t.rating_average, t.rating_counts, t.adjusted_rating,
        case when e.counted > 0 then round(least(5, e.mean + 1.96 * sqrt(e.variance))::numeric, 4) end as rating_high
      from public.tools t, private.estimate_rating(t.rating_counts) e
      where ($1 is null or t.id > $1::uuid) and t.created_at <= $2$query$
    when 'tool_facts' then $query$
      select f.* from public.tool_facts f join public.tools t on t.id = f.tool_id
      where ($1 is null or f.tool_id > $1::uuid) and t.created_at <= $2$query$
    when 'tool_edits' then $query$
      select e.id, e.tool_id, e.number, e.changes, e.source_url, case when $3 then e.note end as note, p.username as suggested_by,
        e.as_maker, e.created_at, e.decided_at
      from public.tool_edits e left join private.profiles p on p.user_id = e.suggested_by and p.profile_visibility <> 'private'
      where ($1 is null or e.id > $1::uuid) and e.status = 'accepted' and coalesce(e.decided_at, e.created_at) <= $2$query$
    when 'reviews' then $query$
      select r.id, r.tool_id, p.username as author, r.user_id is not null as is_signed, r.rating, r.created_at, r.edited_at,
        r.revision, r.first_published_on, r.confirmed_on, r.used_version, r.used_plan, r.used_from, r.used_until, r.used_for,
        r.relationship, r.incentive, r.campaign_id is not null as is_invited, r.helpful_count, r.is_sample,
        case when $3 then r.title end as title, case when $3 then r.content end as content,
        case when $3 then r.pros end as pros, case when $3 then r.cons end as cons
      from public.reviews r left join private.profiles p on p.user_id = r.user_id and p.profile_visibility <> 'private'
      where ($1 is null or r.id > $1::uuid) and r.created_at <= $2$query$
    when 'review_replies' then $query$
      select a.review_id, a.tool_id, a.company_id, c.name as company, a.review_revision, a.created_at, a.edited_at,
        case when $3 then a.content end as content
      from public.review_replies a join public.companies c on c.id = a.company_id
      where ($1 is null or a.review_id > $1::uuid) and a.created_at <= $2$query$
    when 'moderation_decisions' then $query$
      select d.number, d.decided_at, d.subject_type, d.subject_id, d.tool_id, d.rating, d.action, d.reason,
        case when $3 then d.legal_basis end as legal_basis, case when $3 then d.explanation end as explanation,
        d.expires_at, d.detected_by, d.report_count, d.hours_to_decision, d.reverses, d.appeal_outcome
      from public.moderation_decisions d where ($1 is null or d.number > $1::bigint) and d.decided_at <= $2$query$
    end
$$;
create function private.hide_people(value json) returns json
language plpgsql immutable set search_path = '' as $$
declare
  content text := value #>> '{}';
  address text;
begin
  if json_typeof(value) = 'object' then
    return (select json_object_agg(m.key, private.hide_people(m.value)) from json_each(value) m);
  elsif json_typeof(value) = 'array' then
    return (select coalesce(json_agg(private.hide_people(e)), '[]') from json_array_elements(value) e);
  elsif json_typeof(value) <> 'string' then
    return value;
  end if;
  for address in
    select parts[1] from regexp_matches(content,
      '[^[:space:]@"''<>(),:;/?&=]+(?:@|%40)[^[:space:]@"''<>(),:;/?&=]+\.[^[:space:][:punct:][:digit:]]{2,}', 'g') as parts
    group by 1 order by length(parts[1]) desc
  loop
    content := replace(content, address, left('address-removed', length(address)));
  end loop;
  return to_json(regexp_replace(content, '(/object/public/(avatars|launches)/)[0-9a-f-]{36}', '\1id-removed', 'gi'));
end $$;
create function public.dump_page(dumped text, after text default null, made_at timestamptz default now(), how_many integer default 1000)
returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' as $$
declare
  query constant record := private.build_dump_query(dumped);
  page_size constant integer := least(greatest(how_many, 1), 5000);
  page jsonb;
begin
  if query.source is null then
    raise exception 'A dump has no table %.', left(dumped, 50) using errcode = 'check_violation';
  end if;
  execute format($page$
    select jsonb_build_object('rows', count(*), 'next', case when count(*) = $4 then max(found.key) filter (where found.place = $4) end,
      -- Most rows have neither, and the function takes ten times as long as the test.
      'lines', coalesce(string_agg(case when found.line ~ '@|%%40|/object/public/' then private.hide_people(found.line::json)::text
        else found.line end, E'\n' order by found.place), ''), 'made_at', $2)
    from (select row_number() over (order by p.%1$I) as place, p.%1$I::text as key, row_to_json(p)::text as line
      from (%2$s order by %1$I limit $4) p) found$page$, query.key, query.source)
    into page using after, made_at, private.get_setting('open_review_texts') = 'true', page_size;
  return page;
end $$;
grant execute on function public.dump_page to service_role;
create function private.find_dumped_person(wanted text) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.user_id from private.profiles p join auth.users u on u.id = p.user_id
  where lower(p.username) = lower(wanted) and u.raw_app_meta_data @> '{"from_dump": true}'
$$;
create function private.list_distinct(entries text[]) returns text[]
language sql immutable set search_path = '' as $$
  select array(select entry from unnest(entries) with ordinality as each_entry (entry, place) group by entry order by min(place))
$$;
create function public.load_dump_page(dumped text, rows jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  people jsonb;
begin
  perform set_config('toolmark.moving_content', 'restore', true);
  case dumped
  when 'people' then
    select coalesce(jsonb_agg(to_jsonb(r) || jsonb_build_object('id', gen_random_uuid())), '[]') into people
      from jsonb_to_recordset(load_dump_page.rows) as r (username text, created_at timestamptz)
      where not exists (select from private.profiles p where lower(p.username) = lower(r.username));
    insert into auth.users (id, created_at, raw_app_meta_data)
      select r.id, r.created_at, '{"from_dump": true}' from jsonb_to_recordset(people) as r (id uuid, created_at timestamptz);
    insert into private.profiles (user_id, username, bio, created_at)
      select r.id, r.username, 'From the open data of another site. This profile has no account here.', r.created_at
      from jsonb_to_recordset(people) as r (id uuid, username text, created_at timestamptz);
    insert into public.user_stats (user_id) select r.id from jsonb_to_recordset(people) as r (id uuid);
  when 'capabilities' then
    insert into public.capabilities (slug, name, category, description, synonyms)
      select r.slug, r.name, r.category, r.description, r.synonyms
      from jsonb_populate_recordset(null::public.capabilities, load_dump_page.rows) r join public.categories c on c.name = r.category
      on conflict do nothing;
  when 'tools' then
    insert into public.tools (id, slug, name, description, category, website_url, logo_url, aliases, created_at, updated_at)
      select r.id, r.slug, r.name, r.description, r.category, r.website_url, r.logo_url, r.aliases, r.created_at, r.updated_at
      from jsonb_populate_recordset(null::public.tools, load_dump_page.rows) r
      on conflict do nothing;
    insert into public.tool_capabilities (tool_id, capability)
      select t.id, c.slug from jsonb_to_recordset(load_dump_page.rows) as r (id uuid, capabilities text[])
      join public.tools t on t.id = r.id join public.capabilities c on c.slug = any (r.capabilities);
  when 'tool_facts' then
    insert into public.tool_facts
      select r.* from jsonb_populate_recordset(null::public.tool_facts, load_dump_page.rows) r join public.tools t on t.id = r.tool_id;
  when 'tool_edits' then
    insert into public.tool_edits (id, tool_id, number, changes, source_url, note, suggested_by, status, as_maker, created_at, decided_at)
      select r.id, r.tool_id, r.number, r.changes, r.source_url, coalesce(r.note, ''), private.find_dumped_person(r.suggested_by), 'accepted',
        r.as_maker, r.created_at, r.decided_at
      from jsonb_to_recordset(load_dump_page.rows) as r (id uuid, tool_id uuid, number integer, changes jsonb, source_url text, note text,
        suggested_by text, as_maker boolean, created_at timestamptz, decided_at timestamptz)
      join public.tools t on t.id = r.tool_id
      on conflict do nothing;
  when 'reviews' then
    insert into public.reviews (id, tool_id, user_id, rating, title, content, pros, cons, created_at, updated_at, edited_at, revision,
        first_published_on, confirmed_on, used_version, used_plan, used_from, used_until, used_for, relationship, incentive, is_sample)
      select r.id, r.tool_id, private.find_dumped_person(a.author), r.rating, coalesce(r.title, 'A review without its text'),
        coalesce(r.content, 'The open data that it comes from has the rating and no text.'), private.list_distinct(r.pros), private.list_distinct(r.cons),
        r.created_at, coalesce(r.edited_at, r.created_at), r.edited_at, r.revision, r.first_published_on, r.confirmed_on, r.used_version,
        r.used_plan, r.used_from, r.used_until, r.used_for, r.relationship, r.incentive, r.is_sample
      from jsonb_array_elements(load_dump_page.rows) as line,
        jsonb_populate_record(null::public.reviews, line) r, jsonb_to_record(line) as a (author text)
      where exists (select from public.tools t where t.id = r.tool_id)
      on conflict do nothing;
  when 'review_replies' then
    insert into public.companies (id, name, created_by)
      select distinct on (r.company_id) r.company_id, r.company, null::uuid
      from jsonb_to_recordset(load_dump_page.rows) as r (company_id uuid, company text)
      on conflict (id) do nothing;
    insert into public.review_replies (review_id, tool_id, company_id, content, review_revision, created_at, edited_at)
      select r.review_id, v.tool_id, r.company_id, coalesce(r.content, 'The open data that this reply comes from has no texts.'),
        r.review_revision, r.created_at, r.edited_at
      from jsonb_populate_recordset(null::public.review_replies, load_dump_page.rows) r join public.reviews v on v.id = r.review_id;
  when 'moderation_decisions' then
    insert into public.moderation_decisions
      select r.* from jsonb_array_elements(load_dump_page.rows) as line,
        -- An explanation may be too short without a long address.
        jsonb_populate_record(null::public.moderation_decisions,
          case when length(line ->> 'explanation') < 30 then line || '{"explanation": null}' else line end) r;
    perform setval(pg_get_serial_sequence('public.moderation_decisions', 'number'), max(d.number)) from public.moderation_decisions d;
  else
    raise exception 'A dump has no table %.', left(dumped, 50) using errcode = 'check_violation';
  end case;
end $$;
grant execute on function public.load_dump_page to service_role;
